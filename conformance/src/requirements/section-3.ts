import type { Requirement } from './requirement.js';
import { duties, unseen } from './duty.js';

/** §3, the manifest. */
export const manifestRequirements: readonly Requirement[] = [
  ...duties({
    '3-object': 'surface.json stands at the pack root and is a JSON object.',
    '3.1-id': 'id is required: 1 to 128 characters, lower-case.',
    '3.1-cli-bin': 'cliBin should be given; it is a string, and a manifest without it is valid.',
    '3.1-kind':
      'kind is wrap, composite, openapi or sense_only; adapter_kind is its alias; without either it is composite.',
    '3.1-plane': 'plane is runtime or control.',
    '3.1-transports': 'transports is an array of at most four of cli, json_exec and mcp.',
    '3.1-pass-through': 'pass_through belongs to wrap packs only.',
    '3.1-verbs':
      'verbs is required and an object; only a sense_only pack may leave it empty (a wrap pack with pass_through aside).',
    '3.1-stimulus': 'stimulusTriggers is an array of objects with a string ref.',
    '3.1-skill-url': 'skill_url is a URL.',
    '3.1-harness': 'harness is text, and deprecated.',
    '3.1-unknown': 'Unknown top-level fields are ignored.',
    '3.2-bin': 'wrap.bin is required: 1 to 128 characters.',
    '3.2-bin-relative': 'A wrap.bin that starts with a dot is found from the pack root.',
    '3.2-argv-template': 'argv_template is an array of at most 64 strings; it defaults to the verb alone.',
    '3.2-agent-env': 'agent_env maps names to strings and is merged into the environment of the child.',
    '3.2-openapi': 'openapi names url or path, and path is relative to the pack root.',
    '3.3-mode': 'binding.mode is user, mothership, local, public or mock.',
    '3.3-hub': 'binding.hub is keyring, local-credential, public or none.',
    '3.3-family': 'binding.family has 1 to 128 characters.',
    '3.3-provider': 'binding.connect_provider_id has 1 to 128 characters.',
    '3.3-unknown': 'An unknown field of binding fails validation.',
    '3.4-object': 'Each value of verbs is an object.',
    '3.4-description': 'A description should be given and is a string; a verb without it is valid.',
    '3.4-cli': 'cli is an array of strings; a wrap verb should have it and renders through argv_template without.',
    '3.4-args': 'args is a JSON Schema.',
    '3.4-policy': 'policy is read or write, and only a hint: policy.json decides.',
    '3.5-subcommands': 'pass_through.allowedSubcommands is required and holds at least one.',
    '3.5-max-argv': 'pass_through.maxArgv is required and an integer above 0.',
    '3.5-declares': 'A wrap pack has named verbs or pass_through.',
    '3.5-bootstrap': 'A pack that relies on pass_through validates and may be installed.',
    '3.6-derive': 'The metadata object is derived from the manifest.',
    '3.6-strict': 'Carried metadata with an unknown field fails.',
    '3.7-id-missing': 'A missing id is refused.',
    '3.7-id-surface': 'An id that is not the surface_id of the policy is refused.',
    '3.7-wrap-bin': 'kind wrap without wrap.bin is refused.',
    '3.7-wrap-verbs': 'kind wrap with neither verbs nor pass_through is refused.',
    '3.7-control-plane': 'plane control without the mothership Binding is refused.',
    '3.7-openapi': 'kind openapi without openapi is refused.',
    '3.7-sense-only': 'kind sense_only without a stimulus trigger is refused.',
    '3.7-meta': 'A violation of the metadata schema is refused.',
  }),
  ...unseen('inside', {
    '3.1-unknown-reported': [
      'Unknown top-level fields should be reported.',
      'the validate op answers errors only, and this is a warning',
    ],
    '3.5-not-conforming': [
      'A pack that relies on pass_through is a bootstrap until its hot path has named verbs.',
      'whether a pack is promoted is its author’s doing; 6.7-pass-through shows that nothing runs before',
    ],
  }),
];
