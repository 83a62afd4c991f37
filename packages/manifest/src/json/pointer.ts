/** RFC 6901 pointer of a path; the root prints as `/` (profile P1). */
export function pointer(path: readonly (string | number)[]): string {
  if (path.length === 0) return '/';
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
