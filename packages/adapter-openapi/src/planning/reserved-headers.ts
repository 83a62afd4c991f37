/**
 * Headers that no argument may set, in lower case: those of profile P12, those that frame the message or steer the
 * connection, and those by which a server takes another method or address than the request's own.
 */
const reserved: ReadonlySet<string> = new Set([
  ...['accept', 'content-type', 'authorization', 'cookie', 'host', 'user-agent'],
  ...['content-length', 'content-encoding', 'transfer-encoding', 'te', 'trailer', 'expect', 'accept-encoding'],
  ...['connection', 'keep-alive', 'upgrade', 'via', 'forwarded', 'http2-settings', 'set-cookie'],
  ...['x-http-method', 'x-http-method-override', 'x-method-override', 'x-original-url', 'x-rewrite-url'],
]);

/** Whether a header is never offered as an argument (profile P12, hardening 38). */
export const isReservedHeader = (name: string): boolean =>
  reserved.has(name.toLowerCase()) || /^(?:proxy-|sec-|x-forwarded-)/i.test(name);
