import { HcpError } from '@hcp/pipeline';
import { readSource } from '../read-source.js';
import { UsageError } from '../usage-error.js';

/**
 * The bearer token: the whole text of `--token-file`, else `HCP_TOKEN`. Never from the command line, which every user
 * of the machine can read.
 */
export function readToken(file: string | undefined): string {
  const from = file === undefined ? 'HCP_TOKEN' : JSON.stringify(file);
  const text = file === undefined ? process.env['HCP_TOKEN'] : Buffer.from(readSource(file)).toString('latin1');
  const token = (text ?? '').trim();
  if (token === '') {
    if (file !== undefined) throw new HcpError('token_file', `${from} holds no token`);
    throw new UsageError('a daemon asks for a token', 'name a file with --token-file, or set HCP_TOKEN');
  }
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token)) throw new HcpError('token_malformed', `${from} does not hold one token`);
  return token;
}
