import { createHash } from 'node:crypto';

/** Bytes of a file name that also file systems with encrypted names take, `.json` and a margin aside. */
const longestReadable = 128;

/**
 * The file name of a family below `credentials/` (profile P7): percent-encoded, so that no family leaves the folder
 * and no two families share a file, also where file names do not differ by case. Lower-case letters, digits, `_`,
 * `-`, and `.` but in front stand for themselves, every other byte of UTF-8 is `%XX`. A family whose encoding is too
 * long for a file name, or that has no UTF-8, is `%sha256-` and a digest, which no encoding looks like.
 */
export function familyFileName(family: string): string {
  const encoded = family.isWellFormed() ? percentEncode(family) : undefined;
  if (encoded !== undefined && encoded.length <= longestReadable) return `${encoded}.json`;
  // As JSON, half a surrogate pair is an escape of its own and not the replacement character.
  return `%sha256-${createHash('sha256').update(JSON.stringify(family)).digest('hex')}.json`;
}

function percentEncode(family: string): string {
  let encoded = '';
  for (const byte of Buffer.from(family, 'utf8')) {
    const character = String.fromCharCode(byte);
    const literal = /[a-z0-9_-]/.test(character) || (character === '.' && encoded !== '');
    encoded += literal ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** The family a file name of {@link familyFileName} stands for; `undefined` for a digest, which does not tell. */
export function familyOfFileName(name: string): string | undefined {
  const encoded = name.replace(/\.json$/, '');
  if (encoded.startsWith('%sha256-')) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
