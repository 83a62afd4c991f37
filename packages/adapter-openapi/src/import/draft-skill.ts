import type { DraftVerb } from './draft-verb.js';
import { codeSpan, fencedJson, markdownLine } from './one-line.js';

export interface SkillFacts {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Whether its calls need a credential. */
  readonly credential: boolean;
  readonly verbs: readonly DraftVerb[];
}

/** The Skill: every verb with its arguments, and one example each. */
export function draftSkill({ id, title, about, credential, verbs }: SkillFacts): string {
  return [
    `# ${markdownLine(title, 120)}`,
    '',
    ...(about === '' ? [] : [markdownLine(about, 400), '']),
    'A verb marked _write_ is refused with `confirm required` until `confirm` is `true`: ask the user first, then send it.',
    ...(credential ? ['`binding: …` means that the operator has to connect a credential first.'] : []),
    'An argument marked * is required.',
    '',
    '| verb | kind | arguments | what it does |',
    '| --- | --- | --- | --- |',
    ...verbs.map(rowOf),
    '',
    'One envelope each; where a value is made up, put in your own:',
    '',
    '```json',
    ...verbs.map((verb) => fencedJson(envelopeOf(id, verb))),
    '```',
    '',
  ].join('\n');
}

function rowOf({ key, access, args, description }: DraftVerb): string {
  const listed = args.map(({ name, types, required }) => {
    const type = types.length === 0 ? '' : ` ${types.join(' or ')}`;
    return `${codeSpan(name)}${required ? '*' : ''}${type}`;
  });
  return `| ${codeSpan(key)} | ${access} | ${listed.join(', ')} | ${markdownLine(description, 200)} |`;
}

function envelopeOf(id: string, { key, access, args, example }: DraftVerb): object {
  const required = args.filter((one) => one.required).map(({ name }): [string, string] => [name, '…']);
  const values = { ...(example ?? Object.fromEntries(required)), ...(access === 'write' ? { confirm: true } : {}) };
  return { pack_id: id, verb_key: key, ...(Object.keys(values).length === 0 ? {} : { args: values }) };
}
