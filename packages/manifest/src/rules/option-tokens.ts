import { warningAt } from '../issue.js';
import { isJsonObject } from '../json-object.js';
import type { Issue } from '../manifest.js';
import { placeholders } from '../placeholders.js';
import type { Rule } from './rule.js';
import { argumentsOf, declaredProperties, templatesOf, type Template, type TemplateReader } from './template.js';

/** Profile P3: `--json` is appended always, so it is not written, and a `--` before it would make it an operand. */
export const appendedJson: Rule = ({ draft }) =>
  templatesOf(draft).flatMap(({ tokens, pathOf }) => {
    const last = tokens.length - 1;
    const ends = tokens.indexOf('--');
    return [
      ...(tokens[last] === '--json' ? [warningAt('json_flag', pathOf(last), 'is appended always; leave it out')] : []),
      ...(ends === -1
        ? []
        : [warningAt('json_flag', pathOf(ends), 'ends the options, and --json is appended after it')]),
    ];
  });

/** Profile P3: a flag stays when its value is removed; `--flag={{name}}` goes as a whole. */
export const emptyFlagValues: Rule = ({ draft }) => templatesOf(draft).flatMap(flagsLeftAlone);

function flagsLeftAlone(template: Template): readonly Issue[] {
  return template.tokens.flatMap((token, index) => {
    const flag = template.tokens[index - 1];
    if (flag === undefined || !flag.startsWith('-') || flag === '--') return [];
    const names = argumentsOf(token, template);
    if (names.length === 0 || placeholders(token).length > names.length) return [];
    const reader = template.readers.find(({ args }) => names.every((name) => mayRenderEmpty(name, args)));
    if (reader === undefined) return [];
    const advice = flag.startsWith('--') ? `; write ${JSON.stringify(`${flag}=${token}`)}` : '';
    return [
      warningAt(
        'flag_value',
        template.pathOf(index),
        `may render empty and leave ${JSON.stringify(flag)} alone${advice}`,
      ),
    ];
  });
}

/** Whether an argument may be absent, `null`, empty text or an empty array, as far as the root of its schema says. */
function mayRenderEmpty(name: string, args: TemplateReader['args']): boolean {
  const required = isJsonObject(args) ? args['required'] : undefined;
  const schema = ownProperty(declaredProperties(args), name);
  if (!Array.isArray(required) || !required.includes(name) || !isJsonObject(schema)) return true;
  const { type, minLength, enum: values, const: value } = schema;
  const allowed: unknown = Object.hasOwn(schema, 'const') ? [value] : values;
  if (Array.isArray(allowed)) return allowed.some((one) => one === null || one === '' || Array.isArray(one));
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return !types.every(
    (one) =>
      one === 'number' ||
      one === 'integer' ||
      one === 'boolean' ||
      (one === 'string' && typeof minLength === 'number' && minLength > 0),
  );
}

function ownProperty(object: Readonly<Record<string, unknown>> | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}
