const form = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * The moment an RFC 3339 date-time names, in milliseconds since 1970, or `undefined` for a text that is none: a day
 * its month does not have, a missing offset, a space for the `T`. A finer fraction is cut off, so that the answer is
 * never later than the moment; a leap second is read as the second after it.
 */
export function parseDateTime(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * (match[8] === '-' ? -1 : 1);
  const minutes = hour * 60 + minute - offset;
  // A leap second is only ever the last one of a day in UTC.
  if (second === 60 && ((minutes % 1440) + 1440) % 1440 !== 1439) return undefined;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return date.getTime() + minutes * 60_000 + second * 1000 + milliseconds;
}
