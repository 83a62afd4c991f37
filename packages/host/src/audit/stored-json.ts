import canonicalize from 'canonicalize';
import { HcpError } from '@hcp/pipeline';

/**
 * The RFC 8785 form of a value that came as JSON, lone surrogates replaced by U+FFFD, `__proto__` an ordinary name.
 * @throws HcpError `audit_unserialisable` for what JSON cannot hold.
 */
export function canonicalText(value: unknown): string {
  try {
    const text: unknown = canonicalize(value);
    if (typeof text === 'string') return text;
  } catch {
    // Not well-formed, or no JSON at all: the slow way tells which.
  }
  return canonicalOfCopy(value);
}

function canonicalOfCopy(value: unknown): string {
  let cause: unknown;
  try {
    const copied: unknown = JSON.stringify(value);
    const text: unknown = typeof copied === 'string' ? canonicalize(wellFormed(JSON.parse(copied))) : undefined;
    if (typeof text === 'string') return text;
  } catch (error) {
    cause = error;
  }
  const message = 'audit: a record holds a value that JSON cannot hold; pass plain JSON values';
  throw new HcpError('audit_unserialisable', message, { cause });
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) copy[name.toWellFormed()] = wellFormed(member);
  return copy;
}

/** A JSON string of at most `longest` UTF-16 units, saying so where text was left out. */
export function boundedText(text: string, longest: number): string {
  if (text.length <= longest) return JSON.stringify(text.toWellFormed());
  return JSON.stringify(`${text.slice(0, longest)}… [${text.length - longest} more characters]`.toWellFormed());
}
