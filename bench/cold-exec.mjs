// Cold `hcp exec` of a trivial static binary against `node -e 0` plus the bare binary, under the same Node.
import { spawnSync } from 'node:child_process';
import { alternatingMedians, verdict } from './alternating-medians.mjs';
import { hcp, preparedHome } from './prepared-home.mjs';
import { trivialBinary } from './trivial-binary.mjs';

const { env, remove } = preparedHome();
const run = (command, argv) => () => {
  const result = spawnSync(command, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.status !== 0) throw new Error(`${command} ${argv.join(' ')}: ${result.error?.message ?? result.stderr}`);
};
const medians = await alternatingMedians(
  {
    exec: run(hcp, ['exec', 'trivial', 'run']),
    node: run(process.execPath, ['-e', '0']),
    binary: run(trivialBinary(), []),
    help: run(hcp, ['--help']),
  },
  { rounds: 60 },
);
remove();
process.stdout.write(
  `hcp exec ${medians.exec.toFixed(1)} ms, node -e 0 ${medians.node.toFixed(1)} ms, bare binary ${medians.binary.toFixed(1)} ms, hcp --help ${medians.help.toFixed(1)} ms\n`,
);
process.exit(
  verdict(
    'cold hcp exec / (node -e 0 + bare binary)',
    medians.exec / (medians.node + medians.binary),
    { atMost: 1.8 },
    '',
  )
    ? 0
    : 1,
);
