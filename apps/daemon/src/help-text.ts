import { limitFlags } from './settings.js';

/** What `hcpd --help` prints. */
export function helpText(): string {
  const rows: readonly (readonly [string, string])[] = [
    ['--listen HOST:PORT', 'also listen on a loopback address; port 0 lets the system choose'],
    ['--socket PATH', 'the unix socket (default: hcpd.sock in HCP_HOME)'],
    ['--socket-mode MODE', 'its permission bits (default: 0600)'],
    ...limitFlags.map(({ name, byDefault, description }): [string, string] => [
      `--${name} N`,
      `${description} (default: ${byDefault})`,
    ]),
    ['--help', 'show this'],
    ['--version', 'show the version'],
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return [
    'Usage: hcpd [--listen HOST:PORT] [--socket PATH] [flags]',
    '',
    'Serve the packs of HCP_HOME (default: ~/.hcp) as JSON over HTTP, to callers with a bearer token (hcp token create).',
    'Prints one line of JSON when it is ready: {"listening":["unix:…","http://127.0.0.1:PORT"]}',
    '',
    ...rows.map(([flag, description]) => `  ${flag.padEnd(width)}  ${description}`),
    '',
    'Exit status: 0 ended by a signal, 1 could not run, 2 usage.',
    '',
  ].join('\n');
}
