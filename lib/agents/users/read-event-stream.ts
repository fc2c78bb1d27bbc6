import "server-only";

/** The `data` of server-sent events, as they come (WHATWG HTML, "Interpreting an event stream"). */

/** One event may not be larger than this, in UTF-16 units. */
const EVENT_MAX_CHARS = 1024 * 1024;

export class EventTooLargeError extends Error {}

/** @throws EventTooLargeError; whatever the connection breaks with */
export async function* readEventStream(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
    if (rest.length + data.reduce((sum, text) => sum + text.length, 0) > EVENT_MAX_CHARS) {
      throw new EventTooLargeError();
    }
    // A sign of life, even where no event is whole.
    yield null;
  }
}
