import { compactOf, memberOf, plainOf, type JsonNode } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { wildcardOf } from '../json/compare-json.js';
import type { CaseFile, CaseSandbox, ConformanceCase, CaseCredential, ExecCase } from './conformance-case.js';
import { readEnvelope } from './read-envelope.js';
import { booleanOf, CaseFault, onlyMembers, oneOf, required, settingsOf, textOf, textsOf } from './members.js';

const headKeys = ['op', 'clauses', 'title', 'packs', 'files', 'expect'];
const execKeys = [
  ...['session', 'principal', 'sandbox', 'credentials', 'adapters', 'audit', 'change_after_install'],
  ...['envelope', 'envelope_text', 'envelope_base64'],
];

/** What a case without a member of that name means. */
export const caseDefaults = {
  principal: { id: 'ada', tenant: 'acme', projects: [], capabilities: ['*'] },
  session: 's1',
  adapters: ['wrap', 'composite', 'openapi'],
} as const;

/** Reads one case strictly. Throws {@link CaseFault} or `JsonFault` for anything the format does not have. */
export function readCase(id: string, text: string): ConformanceCase {
  const node = readJson(text);
  const opNode = memberOf(node, 'op');
  const op = opNode === undefined ? 'exec' : oneOf(opNode, ['exec', 'validate', 'meta'] as const, '/op');
  onlyMembers(node, op === 'exec' ? [...headKeys, ...execKeys] : headKeys, '/');
  const head = {
    id,
    clauses: textsOf(required(node, 'clauses'), '/clauses'),
    title: textOf(required(node, 'title'), '/title'),
    packs: textsOf(required(node, 'packs'), '/packs'),
    files: readFiles(memberOf(node, 'files')),
  };
  const expect = required(node, 'expect');
  if (op === 'exec') return { op, ...head, ...readSettings(node, head.packs), expect: readExpectation(expect) };
  if (head.packs.length !== 1) throw new CaseFault(`/packs must name one pack for op ${op}`);
  if (op === 'meta') {
    onlyMembers(expect, ['meta'], '/expect');
    return { op, ...head, expect: { meta: checked(required(expect, 'meta')) } };
  }
  onlyMembers(expect, ['valid', 'issues'], '/expect');
  const issues = memberOf(expect, 'issues');
  if (issues !== undefined && issues.kind !== 'array') throw new CaseFault('/expect/issues must be an array');
  const valid = booleanOf(required(expect, 'valid'), '/expect/valid');
  return { op, ...head, expect: { valid, issues: (issues?.items ?? []).map(checked) } };
}

function readExpectation(expect: JsonNode): ExecCase['expect'] {
  onlyMembers(expect, ['envelope', 'ran'], '/expect');
  return {
    envelope: checked(required(expect, 'envelope')),
    ran: booleanOf(required(expect, 'ran'), '/expect/ran'),
  };
}

function readSettings(
  node: JsonNode,
  packs: readonly string[],
): Omit<ExecCase, 'op' | 'id' | 'clauses' | 'title' | 'packs' | 'files' | 'expect'> {
  const principal = settingsOf(memberOf(node, 'principal'), caseDefaults.principal, '/principal');
  const owner = principal ?? caseDefaults.principal;
  const session = { id: caseDefaults.session, tenant: owner.tenant, principal_id: owner.id, project_id: null };
  const adapters = memberOf(node, 'adapters');
  const audit = memberOf(node, 'audit');
  const change = memberOf(node, 'change_after_install');
  if (change !== undefined && packs.length !== 1) throw new CaseFault('/change_after_install needs exactly one pack');
  return {
    principal,
    session: settingsOf(memberOf(node, 'session'), { ...session, activated: packs }, '/session'),
    sandbox: readSandbox(memberOf(node, 'sandbox')),
    credentials: readCredentials(memberOf(node, 'credentials')),
    adapters: adapters === undefined ? caseDefaults.adapters : textsOf(adapters, '/adapters'),
    audit: audit === undefined ? 'ok' : oneOf(audit, ['ok', 'broken'] as const, '/audit'),
    change_after_install:
      change === undefined ? null : settingsOf(change, { file: '', text: '' }, '/change_after_install'),
    envelope: readEnvelope(node),
  };
}

function readSandbox(node: JsonNode | undefined): CaseSandbox {
  if (node === undefined) return { mode: 'native-local' };
  onlyMembers(node, ['mode', 'allow_bins'], '/sandbox');
  const mode = memberOf(node, 'mode');
  const bins = memberOf(node, 'allow_bins');
  return {
    ...(mode === undefined
      ? { mode: 'native-local' }
      : { mode: oneOf(mode, ['native-local', 'sandbox'] as const, '/sandbox/mode'), fixed: true }),
    ...(bins === undefined ? {} : { allow_bins: textsOf(bins, '/sandbox/allow_bins') }),
  };
}

function readCredentials(node: JsonNode | undefined): Readonly<Record<string, CaseCredential>> {
  if (node === undefined) return {};
  if (node.kind !== 'object') throw new CaseFault('/credentials must be an object');
  for (const { key, value } of node.members) {
    onlyMembers(value, ['packs', 'credential'], `/credentials/${key}`);
    textsOf(required(value, 'packs'), `/credentials/${key}/packs`);
    required(value, 'credential');
  }
  return plainOf(node) as Readonly<Record<string, CaseCredential>>;
}

/** A file is text, JSON put down as it is spelled here, or bytes as `{"base64": "…"}`. */
function readFiles(node: JsonNode | undefined): readonly CaseFile[] {
  if (node === undefined) return [];
  if (node.kind !== 'object') throw new CaseFault('/files must be an object');
  return node.members.map(({ key, value }) => {
    if (value.kind === 'string') return { path: key, content: value.value };
    const bytes = memberOf(value, 'base64');
    if (bytes !== undefined) return { path: key, content: Buffer.from(textOf(bytes, `/files/${key}`), 'base64') };
    return { path: key, content: `${compactOf(value)}\n` };
  });
}

/** A wildcard that is misspelt would be compared as an object and never match, or match what it should not. */
function checked(node: JsonNode): JsonNode {
  if (node.kind === 'array') node.items.forEach(checked);
  if (node.kind !== 'object') return node;
  const wildcard = wildcardOf(node);
  const strange = node.members.find(({ key }) => key.startsWith('$') && wildcard === undefined);
  if (strange !== undefined) throw new CaseFault(`/expect has an unknown wildcard ${JSON.stringify(strange.key)}`);
  if (wildcard === undefined) node.members.forEach(({ value }) => checked(value));
  else if (wildcard.name === '$match') checkPattern(textOf(wildcard.value, '/expect $match'));
  else if (!booleanOf(wildcard.value, `/expect ${wildcard.name}`))
    throw new CaseFault(`/expect ${wildcard.name} is true`);
  return node;
}

function checkPattern(pattern: string): void {
  try {
    new RegExp(pattern, 'su');
  } catch (error) {
    throw new CaseFault(`/expect has a $match that is no regular expression: ${String(error)}`);
  }
}
