import { beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from './git-repository.js';
import { HcpCommand } from './hcp-command.js';
import { isMissing } from './run-program.js';

let hcp: HcpCommand;
let repository: GitRepository;

const send = (verb: string, args: Readonly<Record<string, unknown>> = {}): ReturnType<HcpCommand['send']> =>
  hcp.send('git', verb, { repository: repository.path, ...args });

describe.skipIf(isMissing('git'))('git through hcp', () => {
  beforeEach(async () => {
    hcp = new HcpCommand();
    repository = await GitRepository.create();
    await hcp.install('git', 'git.stage', 'git.commit', 'git.tag');
  });

  it('stages, commits, reads back, shows and tags, the message exact to the last character', async () => {
    const message = '- a "list"\n\n# no comment: {{ref}} $& \\n\té 🎉\n';
    repository.write('a', 'one --force\n');
    expect((await send('stage', { path: 'a', confirm: true })).envelope.result).toMatchObject({
      files: [{ path: 'a', index: 'A' }],
    });
    expect((await send('commit', { message })).envelope.error).toBe('confirm required');
    expect((await send('commit', { message, confirm: true })).envelope.result).toMatchObject({ message });
    expect((await send('log')).envelope.result).toMatchObject({ commits: [{ message }] });
    expect((await send('show', { commit: 'main' })).envelope.result).toMatchObject({ files: [{ path: 'a' }] });
    expect((await send('search', { text: '--force' })).envelope.result).toMatchObject({ matches: [{ path: 'a' }] });
    expect((await send('tag', { name: 'v1', confirm: true })).envelope.result).toMatchObject({ tag: 'v1' });
    expect((await send('branches')).envelope.result).toMatchObject({ branches: [{ name: 'main' }] });
    expect((await send('status')).envelope.result).toMatchObject({ branch: 'main', clean: true });
    expect((await hcp.run(['audit', 'verify'])).exitCode).toBe(0);
  }, 60_000);

  it('refuses before git starts what would be an option, a relative path, or an argument it does not know', async () => {
    const error = async (verb: string, args: Record<string, unknown>): Promise<string | undefined> => {
      const { exitCode, envelope } = await send(verb, args);
      expect(exitCode).toBe(3);
      return envelope.error;
    };
    expect(await error('show', { commit: '--output=stolen' })).toBe('invalid args: /commit must not start with "-"');
    expect(await error('tag', { name: '-d', confirm: true })).toBe('invalid args: /name must not start with "-"');
    expect(await error('status', { repository: 'work' })).toMatch(/^invalid args: \/repository /);
    expect(await error('status', { repository: undefined })).toMatch(/^invalid args: \/repository /);
    expect(await error('log', { limit: 0 })).toMatch(/^invalid args: \/limit /);
    expect(await error('log', { exec: 'x' })).toMatch(/^invalid args: \/exec /);
  }, 60_000);

  it('reports what git says when a call fails', async () => {
    const { exitCode, envelope } = await send('show', { commit: 'nowhere' });
    expect(exitCode).toBe(1);
    expect(envelope.error).toBe(`git-json: no commit is named "nowhere" in ${repository.path}\n`);
  });

  it('takes words on the command line as well as JSON', async () => {
    await repository.commitFile('a', '1', 'one');
    await repository.commitFile('a', '2', 'two');
    const { envelope } = await hcp.exec('git', 'log', `repository=${repository.path}`, 'limit=1');
    expect(envelope.result).toMatchObject({ commits: [{ message: 'two' }] });
  });
});
