import { invalidAt, warningAt } from '../issue.js';
import type { Issue } from '../manifest.js';
import { placeholders } from '../placeholders.js';
import type { Rule } from './rule.js';
import { argumentsOf, declaredProperties, templatesOf, type Template, type TemplateReader } from './template.js';

/** Profile P4: a placeholder names a property, where the verb says which there are. */
export const placeholderNames: Rule = ({ draft }) =>
  templatesOf(draft).flatMap((template) =>
    template.tokens.flatMap((token, index) =>
      argumentsOf(token, template).flatMap((name) =>
        template.readers.flatMap((reader) => undeclared(name, reader, template.pathOf(index))),
      ),
    ),
  );

/** Text that was meant as a placeholder and is rendered as it stands. */
export const brokenPlaceholders: Rule = ({ draft }) =>
  templatesOf(draft).flatMap((template) =>
    template.tokens.flatMap((token, index) => (isBroken(token) ? [brokenAt(template, index)] : [])),
  );

function undeclared(name: string, reader: TemplateReader, path: string): readonly Issue[] {
  const declared = declaredProperties(reader.args);
  if (declared === undefined || Object.hasOwn(declared, name)) return [];
  const names = JSON.stringify(name.slice(0, 80));
  return [
    invalidAt(path, `names ${names}, which is no property of the args of verb ${JSON.stringify(reader.verbKey)}`),
  ];
}

function isBroken(token: string): boolean {
  return placeholders(token).some((part) => part.kind === 'literal' && /\{\{|\}\}/.test(part.text));
}

function brokenAt(template: Template, index: number): Issue {
  return warningAt(
    'placeholder',
    template.pathOf(index),
    'holds "{{" or "}}" that is no placeholder and stays as it is',
  );
}
