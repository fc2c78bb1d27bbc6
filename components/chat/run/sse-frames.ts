/** Cuts a text stream into SSE frames (WHATWG HTML, "Interpreting an event stream"). Pure. */

export type SseFrame = { event: string; data: string };

/**
 * A reader that keeps what is unfinished from one chunk to the next.
 * @returns a function from a chunk to the frames that it completed; comments are dropped
 */
export function createFrameReader(): (chunk: string) => SseFrame[] {
  let rest = "";
  return (chunk) => {
    // A carriage return at the very end may be half of a line break: wait for the other half.
    const text = rest + chunk;
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    const parts = whole.replace(/\r\n?/g, "\n").split("\n\n");
    rest = (parts.pop() ?? "") + text.slice(whole.length);
    return parts.map(readFrame).filter((frame) => frame !== null);
  };
}

function readFrame(block: string): SseFrame | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  return data.length === 0 ? null : { event, data: data.join("\n") };
}
