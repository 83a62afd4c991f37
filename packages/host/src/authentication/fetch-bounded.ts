/** Bytes of an answer; a key set is a few thousand. */
const mostBytes = 1024 * 1024;

/** `fetch` for an answer of status 200 that is read whole and never beyond a bound. */
export const fetchBounded = async (url: string, options: RequestInit): Promise<Response> => {
  const { body, status } = await fetch(url, options);
  if (status !== 200) {
    await body?.cancel();
    throw new Error(`${url} answered with status ${status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > mostBytes) {
      throw new Error(`${url} answered with more than ${mostBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return new Response(Buffer.concat(chunks));
};
