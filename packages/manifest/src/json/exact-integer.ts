const largest = 9_007_199_254_740_991n;

/**
 * Whether a JSON number token is an integer beyond ±(2^53−1), however it is spelled: `9007199254740993`,
 * `9007199254740993.0` and `1e300` are; `1.5` and `1e-400` are not (profile P1).
 */
export function isUnsafeInteger(token: string): boolean {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (match === null) return false;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return false;
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (scale < 0) return false;
  if (significant.length + scale > 16) return true;
  return BigInt(significant + '0'.repeat(scale)) > largest;
}
