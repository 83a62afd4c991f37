import { metaPatternReasons, validateMeta as metaErrors } from './generated/meta-validator.js';
import type { Issue } from './manifest.js';
import { issuesOfSchemaErrors } from './schema-errors.js';

/** Validates a metadata object strictly (§3.6): an unknown member is an error. No issue means that it is valid. */
export function validateMeta(value: unknown): readonly Issue[] {
  return issuesOfSchemaErrors(metaErrors(value), { value, patternReasons: metaPatternReasons });
}
