/** `=`. */
export const paddingUnit: number = 0x3d;

const digits = new Uint8Array(128);
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  digits[digit.charCodeAt(0)] = 1;

/** Whether a unit is a digit of base64 or base64url. */
export function isBase64Unit(unit: number): boolean {
  return unit < 128 && digits[unit] === 1;
}

/** A digit of base64url as the digit of base64 it stands for; every other unit as it is. */
export function asBase64Unit(unit: number): number {
  if (unit === 0x2d) return 0x2b;
  return unit === 0x5f ? 0x2f : unit;
}
