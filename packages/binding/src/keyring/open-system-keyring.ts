import { createRequire } from 'node:module';
import { explainKeyringFault } from './explain-keyring-fault.js';
import type { Keyring, KeyringAnswer } from './keyring.js';
import { keyringProgram, type KeyringQuestion, type KeyringReply } from './keyring-program.js';

/** What is started to ask a keyring: Node, with these arguments and nothing but this environment. */
export interface KeyringProgram {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Holds the secret of a write. The pipe stays open until the program ends. */
  readonly input: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export type KeyringProgramEnd = { readonly end: 'exited'; readonly stdout: string } | { readonly end: string };

export interface SystemKeyringOptions {
  /** Starts Node, kills it when its time is over, and never rejects; `runOwnProgram` of `@hcp/sandbox` is one. */
  readonly run: (program: KeyringProgram) => Promise<KeyringProgramEnd>;
  /** The variables by which the keyring is found: on Linux `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Milliseconds, the start of the program included (profile P7). */
const patienceMs = 3_000;
/** An entry of 64 KiB, every character of it escaped. */
const maxOutputBytes: number = 512 * 1024;

/**
 * Opens the keyring of this system, on Linux the Secret Service and never the kernel's: a keyring that is absent,
 * locked or slower than 3 s is a refusal. Each question is a process of its own, because the library may block in
 * native code, where no thread can be ended and no process exits.
 */
export function openSystemKeyring(options: SystemKeyringOptions): Keyring {
  const ask = async (question: KeyringQuestion): Promise<KeyringAnswer<unknown>> => {
    const library = findLibrary();
    return library === undefined ? explainKeyringFault('not loaded') : put(library, { ...options, question });
  };
  return {
    read: async (account) => {
      const answer = await ask({ operation: 'read', account });
      if (!answer.ok) return answer;
      return { ok: true, value: typeof answer.value === 'string' ? answer.value : undefined };
    },
    write: async (account, text) => {
      const answer = await ask({ operation: 'write', account, text });
      return answer.ok ? { ok: true, value: true } : answer;
    },
    remove: async (account) => {
      const answer = await ask({ operation: 'remove', account });
      return answer.ok ? { ok: true, value: answer.value === true } : answer;
    },
  };
}

/** It is machine code that a package manager installs for the systems it exists for, so there may be none. */
function findLibrary(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@napi-rs/keyring');
  } catch {
    return undefined;
  }
}

interface Asked extends SystemKeyringOptions {
  readonly question: KeyringQuestion;
}

async function put(library: string, { run, environment, question }: Asked): Promise<KeyringAnswer<unknown>> {
  const ended = await run({
    argv: ['-e', keyringProgram, library],
    environment,
    input: `${JSON.stringify(question)}\n`,
    timeoutMs: patienceMs,
    maxOutputBytes,
  });
  if (ended.end === 'timed_out') return explainKeyringFault('slow');
  const reply = 'stdout' in ended ? readReply(ended.stdout) : undefined;
  if (reply === undefined) return explainKeyringFault('no answer');
  return reply.ok ? reply : explainKeyringFault(reply.message);
}

function readReply(text: string): KeyringReply | undefined {
  try {
    return JSON.parse(text) as KeyringReply;
  } catch {
    return undefined;
  }
}
