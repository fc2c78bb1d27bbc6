import "server-only";
/** `fetch` whose answers end with an error when one message in them grows too long. */

/** @param maxBytes of one answer; of an event stream, of one event */
export function boundFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(limit(maxBytes, isStream));
    return new Response(body, { status, statusText, headers });
  };
}

/** An event ends with an empty line. A chunk that has one starts the count anew. */
function limit(maxBytes: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = isStream ? Buffer.from(chunk).lastIndexOf("\n\n") : -1;
      bytes = end === -1 ? bytes + chunk.byteLength : chunk.byteLength - end;
      if (bytes > maxBytes) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
