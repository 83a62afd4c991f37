// openapi-client-axios ready to call any operation of GitHub's document; measured by measure.mjs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { documentFile } from './github-document.mjs';

const { OpenAPIClientAxios } = createRequire(import.meta.url)('openapi-client-axios');
const api = new OpenAPIClientAxios({ definition: JSON.parse(readFileSync(documentFile, 'utf8')) });
await api.init();
if (typeof api.client['meta/root'] !== 'function') throw new Error('openapi-client-axios offers no meta/root');
