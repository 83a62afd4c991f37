import {
  controlPlane,
  kindAlias,
  namedCommands,
  openApiRef,
  passThroughKind,
  stimulusTrigger,
  wrapBin,
} from './adapter-kind.js';
import { bindingPair } from './binding-pair.js';
import { carriedMeta } from './carried-meta.js';
import { codeArguments } from './code-arguments.js';
import { identity } from './identity.js';
import { binForm, descriptionPath, webAddresses } from './locations.js';
import { bootstrap, inlineSkill, taughtProgram, unknownFields } from './notices.js';
import { appendedJson, emptyFlagValues } from './option-tokens.js';
import { brokenPlaceholders, placeholderNames } from './placeholder-names.js';
import { agentEnvironment, ambientLogins, programTexts } from './program-texts.js';
import type { Rule } from './rule.js';

/** Rules that ask for something because of the pack's kind; they wait until the kind is a known one. */
export const kindRules: readonly Rule[] = [wrapBin, namedCommands, passThroughKind, openApiRef, stimulusTrigger];

/** Every other rule of §3 and profile P3, P4 and P7 that the schema cannot say, in the order of their issues. */
export const manifestRules: readonly Rule[] = [
  identity,
  kindAlias,
  controlPlane,
  bindingPair,
  binForm,
  programTexts,
  agentEnvironment,
  descriptionPath,
  webAddresses,
  placeholderNames,
  codeArguments,
  carriedMeta,
  unknownFields,
  taughtProgram,
  inlineSkill,
  bootstrap,
  appendedJson,
  emptyFlagValues,
  brokenPlaceholders,
  ambientLogins,
];
