import type { AdapterOutcome, ApprovedCall, Minted, RenderRequest, Sandbox, SandboxCommand } from '@hcp/pipeline';
import { describe, expect, test } from 'vitest';
import { createWrapAdapter } from '../src/index.js';
import { installedPack, approvedCall, minted, noNestedCalls, answeringSandbox } from './sample-call.js';
import { entry } from './sample-request.js';

function requestOf(changes: Partial<RenderRequest> = {}): RenderRequest {
  return {
    pack: installedPack,
    verbKey: 'transfer',
    verb: { cli: ['ledger', 'transfer', '{{amount}}', '--to', '{{payee}}'] },
    entry,
    args: { amount: 10, payee: 'bob' },
    ...changes,
  };
}

function without<Whole extends object, Key extends keyof Whole>(whole: Whole, key: Key): Omit<Whole, Key> {
  const rest: Partial<Whole> = { ...whole };
  Reflect.deleteProperty(rest, key);
  return rest as Omit<Whole, Key>;
}

async function outcomeOf(sandbox: Sandbox, request: RenderRequest = requestOf()): Promise<AdapterOutcome> {
  const rendered = createWrapAdapter({ sandbox }).render(request);
  if (!rendered.ok) throw new Error(`refused: ${rendered.reason}`);
  return rendered.run(approvedCall, minted, noNestedCalls);
}

describe('rendering', () => {
  const adapter = createWrapAdapter({ sandbox: answeringSandbox({ end: 'cancelled', error: 'cancelled' }) });

  test('It is the adapter of kind wrap.', () => {
    expect(adapter.kind).toBe('wrap');
  });

  test('The preview shows the real path and the argv.', () => {
    expect(adapter.render(requestOf())).toMatchObject({
      ok: true,
      preview: { bin: '/opt/bins/ledger.mjs', argv: ['transfer', '10', '--to', 'bob', '--json'] },
    });
  });

  test('Without a pinned bin the preview shows the bin as the manifest writes it.', () => {
    const pack = without(installedPack, 'bin');
    expect(adapter.render(requestOf({ pack }))).toMatchObject({ preview: { bin: '../../bins/ledger.mjs' } });
  });

  test('A secret argument is redacted wherever it was rendered, and nothing else is.', () => {
    const verb = { cli: ['ledger', 'pin{{pin}}!{{payee}}', '--pin={{pin}}', '{{pin}}', '{{list}}', '-x{{none}}'] };
    const secretEntry = { ...entry, secretArgs: ['pin', 'list', 'none'] };
    const args = { pin: 'bob', payee: 'bob', list: [1, 2], none: null };
    expect(adapter.render(requestOf({ verb, entry: secretEntry, args }))).toMatchObject({
      preview: { argv: ['pin[redacted]!bob', '--pin=[redacted]', '[redacted]', '[redacted]', '-x', '--json'] },
    });
  });

  test('A refused argument is a refusal with its pointer, and the sandbox is not asked.', () => {
    expect(adapter.render(requestOf({ args: { amount: 10, payee: '-rf' } }))).toEqual({
      ok: false,
      reason: '/payee must not start with "-"',
    });
  });

  test('A manifest without a wrap member is a misuse.', () => {
    const pack = { ...installedPack, manifest: without(installedPack.manifest, 'wrap') };
    expect(() => adapter.render(requestOf({ pack }))).toThrow(TypeError);
  });
});

describe('running', () => {
  test('The sandbox gets the approved call and everything that the pack, the entry and the credential say.', async () => {
    const asked: [ApprovedCall, SandboxCommand][] = [];
    const sandbox: Sandbox = {
      mode: 'sandbox',
      run: (call, command) => {
        asked.push([call, command]);
        return Promise.resolve({ end: 'exited', exitCode: 0, stdout: '', stderr: '' });
      },
    };
    await outcomeOf(sandbox, requestOf({ entry: { ...entry, secretArgs: ['payee'] } }));
    expect(asked).toEqual([
      [
        approvedCall,
        {
          bin: installedPack.bin,
          argv: ['transfer', '10', '--to', 'bob', '--json'],
          cwd: '/packs/ledger',
          agentEnv: { LEDGER_HOME: 'here' },
          credentialEnv: { LEDGER_TOKEN: 't-123' },
          timeoutMs: 20_000,
          maxOutputBytes: 4096,
        },
      ],
    ]);
  });

  test('A pack without a pinned bin is refused before the sandbox is asked.', async () => {
    const pack = without(installedPack, 'bin');
    const sandbox = answeringSandbox({ end: 'exited', exitCode: 0, stdout: 'ran', stderr: '' });
    expect(await outcomeOf(sandbox, requestOf({ pack }))).toEqual({
      ok: false,
      code: 'sandbox',
      started: false,
      error: 'sandbox: bin "../../bins/ledger.mjs" not allowlisted',
    });
  });

  test('A sandbox that fails to answer is not an outcome.', async () => {
    const sandbox: Sandbox = { mode: 'sandbox', run: () => Promise.reject(new Error('lost')) };
    await expect(outcomeOf(sandbox)).rejects.toThrow('lost');
  });

  const credentialless: Minted = { ...minted, env: {} };
  test('A manifest without agent_env adds nothing, and one rendered call can be run again.', async () => {
    const commands: SandboxCommand[] = [];
    const sandbox: Sandbox = {
      mode: 'native-local',
      run: (_call, command) => {
        commands.push(command);
        return Promise.resolve({ end: 'exited', exitCode: 0, stdout: '', stderr: '' });
      },
    };
    const pack = { ...installedPack, manifest: { ...installedPack.manifest, wrap: { bin: 'ledger' } } };
    const rendered = createWrapAdapter({ sandbox }).render(requestOf({ pack }));
    if (!rendered.ok) throw new Error(rendered.reason);
    await rendered.run(approvedCall, credentialless, noNestedCalls);
    await rendered.run(approvedCall, credentialless, noNestedCalls);
    expect(commands.map((command) => [command.agentEnv, command.credentialEnv, command.argv.length])).toEqual([
      [{}, {}, 5],
      [{}, {}, 5],
    ]);
  });
});
