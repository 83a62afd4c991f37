import type { Requirement } from './requirement.js';
import { duties, unseen } from './duty.js';

/** §6, the execution of one call. */
export const executeRequirements: readonly Requirement[] = [
  ...duties({
    '6.1': 'An envelope names a pack and a verb, and may carry args.',
    '6.1-alias': 'surface_id is accepted in place of pack_id.',
    '6.1-args': 'args defaults to an empty object.',
    '6.1-confirm': 'args.confirm true satisfies a confirm gate.',
    '6.1-apply': 'args.apply is a synonym of confirm.',
    '6.1-mode': 'args.mode "mock" asks for the mock Binding.',
    '6.2-fields': 'Every answer has ok, pack_id and verb_key.',
    '6.2-result': 'result is the JSON of stdout where it is JSON, else the raw string.',
    '6.2-error': 'error is there when ok is false.',
    '6.2-denial': 'A denial is a result envelope with ok false.',
    '6.3-order': 'The nine steps are evaluated in order, and the first failure decides.',
    '6.3-stop': 'Nothing behind a failing step is executed.',
    '6.3.1': 'Step 1 resolves the pack: unknown pack <id>.',
    '6.3.2': 'Step 2 needs the pack activated on the session: pack <id> not activated.',
    '6.3.3': 'Step 3 needs a Policy entry: no policy for <verb_key>.',
    '6.3.4': 'Step 4 authenticates the principal and resolves tenant and, for land brain, project.',
    '6.3.5': 'Step 5 asserts the capability: denied: missing <capability> for <pack>.<verb>.',
    '6.3.6': 'Step 6 enforces confirm: confirm required.',
    '6.3.7': 'Step 7 mints the Binding and fails closed.',
    '6.3.8': 'Step 8 runs the adapter in the sandbox; a bin that is not allowed is named.',
    '6.3.9': 'Step 9 returns the result.',
    '6.4.1': 'cli loses its first token, placeholders are replaced, tokens that render empty are removed.',
    '6.4.2': 'Without cli, argv_template is rendered; {{verb}} is the tail of the verb key, split on white space.',
    '6.4.3': '--json is appended.',
    '6.4.4': 'A bin that starts with a dot is found from the pack root, any other is taken as given.',
    '6.4.5': 'The bin is started with an argv array; no shell ever sees a value.',
    '6.4.6-cwd': 'The working folder is the pack root.',
    '6.4.6-sandbox': 'HCP_SANDBOX is sandbox or native-local in the child.',
    '6.4.6-agent-env': 'agent_env is merged into the environment of the child.',
    '6.4.7': 'Exit 0 is ok; any other is not, with stderr or exit <code> as the error.',
    '6.4.7-127': 'Exit 127 stands for a missing bin.',
    '6.5-json-face': 'Every command can be invoked by an envelope.',
    '6.5-no-prompt': 'Nothing prompts on the path of an agent: stdin is at its end.',
    '6.6-composite': 'Composite commands answer the same result envelope.',
    '6.6-not-executable': 'An adapter the runtime lacks: adapter <kind> not executable in <runtime>.',
    '6.7-no-policy': 'A command without a Policy entry is never executed.',
    '6.7-no-ambient': 'When minting fails, no credential of the environment is used.',
    '6.7-pass-through': 'A pack-level pass-through never stands in for a named command.',
    '6.7-health': 'Health commands mint no long-lived credential.',
  }),
  ...unseen('pack', {
    '6.5-cli-face': [
      'Every command should be invokable on the CLI face.',
      'hcp-conformance pack starts the bin with the rendered argv',
    ],
    '6.5-equal': ['Both faces give the same result for equal arguments.', 'hcp-conformance pack compares the two'],
    '6.5-structured': [
      'The CLI face prints structured output and exits non-zero on failure.',
      'hcp-conformance pack holds exit status and output of the bin against the envelope',
    ],
  }),
  ...unseen('inside', {
    '6.3.9-audit': [
      'Step 9 audits.',
      'the format of the audit is the runtime’s own; P2-audit shows that it gates a call',
    ],
    '6.5-reference-cli': [
      'hcp exec is the envelope invoker of the reference CLI, k=v pairs becoming args.',
      'only one runtime is the reference; its own tests hold it to this',
    ],
  }),
];
