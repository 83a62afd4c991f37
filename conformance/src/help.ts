/** `hcp-conformance --help`. */
export const help: string = `hcp-conformance: hold an HCP runtime, or a pack, against the specification.

Usage:
  hcp-conformance --driver "<command>"     run every case through a driver of yours
  hcp-conformance --cli <hcp binary>       run every case through an hcp command line
  hcp-conformance --daemon <hcpd binary> [--hcp <hcp binary>]
                                           run every call through JSON over HTTP; hcp (beside hcpd) sets it up
  hcp-conformance --twin [--cli <hcp binary>] [--daemon <hcpd binary>]
                                           run every call through both, and compare the two answers byte for byte
  hcp-conformance pack <dir> --hcp <hcp binary> [--credential <file>]
                                           compare a pack's own command line with its JSON face
  hcp-conformance --list [--only <…>]      print the cases: id, requirements, title
  hcp-conformance --coverage               check that every requirement has a case

Options:
  --only <clause|glob>   only what cites a clause (6.4, P3, P3-dash) or whose id matches (6.3/*); may be repeated
  --reporter <name>      summary (default), tap, junit or json
  --allow-skip <id>      do not run this case; may be repeated
  --allow-unsupported    accept what the driver itself answers as unsupported
  --mode <name>          native-local (default) or sandbox, for every case that is not about one of the two
  --jobs <n>             cases at once, 2 by default
  --help

The command of --driver is split into words without a shell: blanks divide, quotes hold together, a backslash takes the
next character as it is. It is started once a case in an empty folder; a word that starts with ./ or ../ is looked up
from where hcp-conformance was started. --twin finds hcp and hcpd on the PATH, and skips by name what one of them
cannot express.

Exit status: 0 when every case passed or was skipped by name, 1 otherwise, 2 for a mistake on the command line.

Examples:
  hcp-conformance --driver "node ./my-driver.mjs"
  hcp-conformance --driver ./driver.sh --only P1 --only 6.3 --reporter tap
  hcp-conformance --cli ./node_modules/.bin/hcp --allow-unsupported --reporter junit > conformance.xml
  hcp-conformance --twin --daemon ./node_modules/.bin/hcpd
  hcp-conformance pack ./packs/ledger --hcp hcp
`;
