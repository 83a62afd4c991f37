export type * from './manifest.js';
export { fileJson, parseJson } from './json/parse-json.js';
export type { JsonLimits, ParsedJson } from './json/parse-json.js';
export { pointer } from './json/pointer.js';
export { scanJson } from './json/scan-json.js';
export type { ScanLimits, ScannedJson } from './json/scan-json.js';
