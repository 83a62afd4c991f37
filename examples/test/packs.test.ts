import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlanner, listOperations, parseDocument } from '../../packages/adapter-openapi/dist/document.js';
import type { Manifest } from '../../packages/manifest/dist/index.js';
import { validatePack } from '../../packages/policy/dist/index.js';
import { examples } from './run-program.js';

const folder = (pack: string): string => join(examples, 'packs', pack);
const readPack = (pack: string): { surface: string; policy: string } => ({
  surface: readFileSync(join(folder(pack), 'surface.json'), 'utf8'),
  policy: readFileSync(join(folder(pack), 'policy.json'), 'utf8'),
});

/** §3.8 gives `transfer` no schema, so `payee` may be absent behind `--to`; the program refuses that itself. */
const expectedWarnings: Readonly<Record<string, readonly string[]>> = {
  ledger: ['/verbs/transfer/cli/4'],
};

/** Those that the document of an openapi pack offers. */
function plannedArguments({ id, openapi }: Manifest, key: string): readonly string[] {
  if (openapi?.path === undefined) return [];
  const document = parseDocument(readFileSync(join(folder(id), openapi.path)), { name: openapi.path });
  const operation = createPlanner(document);
  const found = [
    { operationId: key },
    ...listOperations(document).map(({ method, path }) => ({ 'x-operation': `${method} ${path}` })),
  ];
  const plans = found.map((name) => operation.plan(name)).filter((planned) => planned.ok);
  return plans.flatMap(({ plan }) => Object.keys(plan.args['properties'] as object));
}

const packs = readdirSync(join(examples, 'packs'));

describe.each(packs)('the pack %s', (pack) => {
  it('validates, with no warning but those its manifest cannot avoid', async () => {
    const { valid, issues } = await validatePack(readPack(pack));
    expect(issues.filter((issue) => issue.severity === 'error')).toEqual([]);
    expect(valid).toBe(true);
    expect(issues.map((issue) => issue.path)).toEqual(expectedWarnings[pack] ?? []);
  });

  it('has an entry for every verb, and gates each write by a confirm and a capability of its own', async () => {
    const { manifest, policy } = await validatePack(readPack(pack));
    expect(Object.keys(policy!.verbs).sort()).toEqual(Object.keys(manifest!.verbs).sort());
    for (const entry of Object.values(policy!.verbs)) {
      expect(entry.confirm).toBe(entry.access === 'write');
      expect(entry.capability.endsWith('.read')).toBe(entry.access === 'read');
    }
  });

  it('has a Skill that names every verb and every argument', async () => {
    const skill = readFileSync(join(folder(pack), 'HARNESS.md'), 'utf8');
    const { manifest } = await validatePack(readPack(pack));
    for (const [key, verb] of Object.entries(manifest!.verbs)) {
      expect(skill).toContain(`\`${key}\``);
      expect(skill).toContain(`"verb_key": "${key}"`);
      for (const name of argumentsOf(verb)) expect(skill).toContain(`\`${name}\``);
    }
  });

  it('has examples in its Skill that are envelopes of its own verbs', async () => {
    const skill = readFileSync(join(folder(pack), 'HARNESS.md'), 'utf8');
    const { manifest } = await validatePack(readPack(pack));
    const envelopes = skill.split('\n').filter((line) => line.startsWith('{ "pack_id"'));
    for (const line of envelopes) {
      const { pack_id: id, verb_key: key, args = {} } = JSON.parse(line) as Envelope;
      expect(id).toBe(pack);
      const verb = (manifest as Manifest).verbs[key];
      const known = [...argumentsOf(verb!), ...plannedArguments(manifest!, key), 'confirm'];
      expect(Object.keys(args).filter((name) => !known.includes(name))).toEqual([]);
    }
    expect(envelopes.length).toBe(Object.keys(manifest!.verbs).length);
  });

  it('brings the program it names, executable, or names one of the system, or brings code or a document', async () => {
    const { kind, wrap, openapi } = (await validatePack(readPack(pack))).manifest!;
    if (kind === 'openapi') {
      expect(existsSync(join(folder(pack), openapi!.path!))).toBe(true);
      return;
    }
    if (kind === 'composite') {
      expect(existsSync(join(folder(pack), 'composite.js'))).toBe(true);
      return;
    }
    const { bin } = wrap!;
    const path = join(folder(pack), bin);
    if (bin.startsWith('.')) expect(() => accessSync(path, constants.X_OK)).not.toThrow();
    else expect(existsSync(path)).toBe(false);
  });
});

interface Envelope {
  readonly pack_id: string;
  readonly verb_key: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Of a program what its command line takes, of other verbs what their schema declares. */
function argumentsOf({ cli, args }: Pick<Manifest['verbs'][string], 'cli' | 'args'>): string[] {
  const { properties } = Object(args) as { readonly properties?: object };
  return cli === undefined ? Object.keys(properties ?? {}) : placeholdersOf(cli);
}

function placeholdersOf(cli: readonly string[]): string[] {
  return cli.flatMap((token) => [...token.matchAll(/\{\{([^{}]+)\}\}/g)].map((match) => match[1] ?? ''));
}

it('keeps the ledger’s manifest as §3.8 prints it, token for token', () => {
  const compact = JSON.stringify(JSON.parse(readPack('ledger').surface));
  const digest = createHash('sha256').update(compact).digest('hex');
  expect(digest).toBe('b3ff41ed27e041c079fce1f0ba00a321e938187bbc1c06a36d486eeeee08e271');
});
