/** Bytes of an answer; a token takes a few thousand. */
const mostBytes: number = 64 * 1024;

/** The answer of an endpoint is larger than any answer with a token. */
export class AnswerTooLargeError extends Error {
  readonly mostBytes: number = mostBytes;
}

/** `fetch` whose answer is read whole and never beyond a bound; a redirect is an answer like any other. */
export async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const { body, status, headers } = await fetch(url, { ...options, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > mostBytes) throw new AnswerTooLargeError();
    chunks.push(bytes);
  }
  const bodyless = status === 204 || status === 205 || status === 304;
  return new Response(bodyless ? null : Buffer.concat(chunks), { status, headers });
}
