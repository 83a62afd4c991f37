import type { KeyringAnswer } from './keyring.js';

/** What the library says, and what that means to an operator. The first that is found counts. */
const faults: readonly (readonly [RegExp, string])[] = [
  [
    /^slow$|did not receive a reply|timed? ?out/i,
    'did not answer within 3 s; unlock it, or end what keeps it from answering',
  ],
  [
    /^not loaded$|^Cannot find |cannot open shared object|dlopen/,
    'cannot be reached: its library @napi-rs/keyring is not installed for this system',
  ],
  [/\b(?:un)?lock(?:ed)?\b|\bprompt\b|dismissed/i, 'is locked; unlock it and call again'],
  [
    /dbus|socket|autolaunch|secret service|no default store|not supported/i,
    'is not there: no Secret Service answers on the session bus that DBUS_SESSION_BUS_ADDRESS names',
  ],
  [/ambiguous|more than one/i, 'holds more than one entry for it; remove those this runtime did not make'],
  [/too long|longer than/i, 'does not take an entry of this size'],
];

/** The library's own words stay here: nobody promises that they never quote what it was handed. */
export function explainKeyringFault(message: string): KeyringAnswer<never> {
  const [, reason] = faults.find(([pattern]) => pattern.test(message)) ?? [];
  return { ok: false, reason: `the keyring ${reason ?? 'failed; look at what its own program says'}` };
}
