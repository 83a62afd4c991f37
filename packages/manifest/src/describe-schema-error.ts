import { kindOfValue } from './value-at.js';

/** One violation, as Ajv and the generated validators report it. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

/** What a reason may draw on beside the error itself. */
export interface SchemaErrorContext {
  readonly received: unknown;
  /** `kind`: described by its type and size only, for what may be a secret. `value`: short values are quoted. */
  readonly show: 'kind' | 'value';
  /** What a `pattern` means, by the pattern. */
  readonly patternReasons: Readonly<Record<string, string>>;
}

type Describe = (params: Readonly<Record<string, unknown>>, context: SchemaErrorContext) => string;

const bound =
  (words: string): Describe =>
  ({ limit }, context) =>
    `must be ${words} ${shown(limit)}${instead(context)}`;

const size =
  (words: string, one: string, many: string): Describe =>
  ({ limit }, { received }) =>
    `must have ${words} ${shown(limit)} ${limit === 1 ? one : many}, not ${sizeOf(received).toString()}`;

const reasons: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ['required', () => 'is required'],
  ['dependentRequired', ({ property }) => `is required beside ${shown(property)}`],
  ['dependencies', ({ property }) => `is required beside ${shown(property)}`],
  ['additionalProperties', () => 'is not a known member; remove it or correct its name'],
  ['unevaluatedProperties', () => 'is not a known member; remove it or correct its name'],
  ['type', ({ type }, { received }) => `must be ${typeNames(type)}, not ${kindOfValue(received)}`],
  ['enum', ({ allowedValues }, context) => `must be ${alternatives(allowedValues)}${instead(context)}`],
  ['const', ({ allowedValue }, context) => `must be ${shown(allowedValue)}${instead(context)}`],
  ['minLength', size('at least', 'character', 'characters')],
  ['maxLength', size('at most', 'character', 'characters')],
  ['minItems', size('at least', 'item', 'items')],
  ['maxItems', size('at most', 'item', 'items')],
  ['minProperties', size('at least', 'member', 'members')],
  ['maxProperties', size('at most', 'member', 'members')],
  ['minimum', bound('at least')],
  ['maximum', bound('at most')],
  ['exclusiveMinimum', bound('greater than')],
  ['exclusiveMaximum', bound('less than')],
  ['multipleOf', ({ multipleOf }) => `must be a multiple of ${shown(multipleOf)}`],
  ['format', ({ format }) => `must be in the format ${shown(format)}`],
  ['uniqueItems', () => 'must not hold the same item twice'],
  ['contains', () => 'must hold enough items of the kind its schema asks for'],
  ['anyOf', () => 'has none of the allowed forms'],
  ['oneOf', () => 'must have exactly one of the allowed forms'],
  ['not', () => 'has a form that is not allowed'],
  ['false schema', () => 'is not allowed'],
  ['items', size('at most', 'item', 'items')],
  ['additionalItems', size('at most', 'item', 'items')],
  ['pattern', ({ pattern }, context) => `${patternReason(pattern, context)}${instead(context)}`],
]);

/** Why a value violates its schema, in words that follow the path (profile P4, P2 step 6b). */
export function describeSchemaError(error: SchemaError, context: SchemaErrorContext): string {
  const reason =
    reasons.get(error.keyword)?.(error.params, context) ?? `violates ${shown(error.keyword)} of its schema`;
  return error.propertyName === undefined ? reason : `is a name that ${reason}`;
}

/** The pointer of what has to change: a missing, unknown or misnamed member itself, not the object around it. */
export function pathOfSchemaError(error: SchemaError): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params;
  const member = error.propertyName ?? missingProperty ?? additionalProperty ?? unevaluatedProperty;
  if (typeof member !== 'string') return error.instancePath === '' ? '/' : error.instancePath;
  return `${error.instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function patternReason(pattern: unknown, { patternReasons }: SchemaErrorContext): string {
  const known =
    typeof pattern === 'string' && Object.hasOwn(patternReasons, pattern) ? patternReasons[pattern] : undefined;
  return known ?? `must match the pattern ${shown(pattern)}`;
}

function instead({ received, show }: SchemaErrorContext): string {
  return show === 'value' ? `, not ${shown(received)}` : '';
}

function typeNames(type: unknown): string {
  const names = (Array.isArray(type) ? type : String(type).split(',')).map(String);
  return names.map((name) => (name === 'null' ? name : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`)).join(' or ');
}

function alternatives(values: unknown): string {
  return Array.isArray(values) && values.length > 1 ? `one of ${list(values)}` : list([values].flat());
}

function list(values: readonly unknown[]): string {
  const first = values.slice(0, 10).map(shown).join(', ');
  return values.length > 10 ? `${first} or ${(values.length - 10).toString()} more` : first;
}

/** A value that the schema holds, at a length a person reads. */
function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  return 0;
}
