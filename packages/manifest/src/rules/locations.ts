import { invalidAt } from '../issue.js';
import type { Issue } from '../manifest.js';
import type { Rule } from './rule.js';

/** Profile P4: `skill_url` and `openapi.url` are absolute http or https URLs. */
export const webAddresses: Rule = ({ draft }) => [
  ...webAddress('/skill_url', draft.skill_url),
  ...webAddress('/openapi/url', draft.openapi?.url),
];

/** Profile P4: `openapi.path` stays inside the pack root; symlinks are the installer's to follow. */
export const descriptionPath: Rule = ({ draft }) => {
  const path = draft.openapi?.path;
  if (path === undefined || path === '') return [];
  return staysInside(path)
    ? []
    : [invalidAt('/openapi/path', `must be a relative path inside the pack root, not ${JSON.stringify(path)}`)];
};

/** Profile P3: `wrap.bin` is a path from the pack root, an absolute path, or a name looked up at install. */
export const binForm: Rule = ({ draft }) => {
  const bin = draft.wrap?.bin;
  if (bin === undefined || bin.startsWith('.') || bin.startsWith('/') || !bin.includes('/')) return [];
  return [
    invalidAt(
      '/wrap/bin',
      `${JSON.stringify(bin)} is neither absolute nor a plain name; write ${JSON.stringify(`./${bin}`)}`,
    ),
  ];
};

function webAddress(path: string, url: string | undefined): readonly Issue[] {
  if (url === undefined || (/^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url))) return [];
  return [invalidAt(path, `must be an absolute http or https URL, not ${JSON.stringify(url.slice(0, 80))}`)];
}

function staysInside(path: string): boolean {
  if (path.startsWith('/') || path.includes('\0')) return false;
  let depth = 0;
  for (const segment of path.split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
