/** Reads lines from an untrusted stream, with a limit on their length. */
import "server-only";
import type { Readable } from "node:stream";

/** @param maxLineBytes a longer line calls `onOverflow` once and ends the reading */
export function readLines(
  stream: Readable,
  maxLineBytes: number,
  onLine: (line: string) => void,
  onOverflow: () => void,
): void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const read = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...held, rest.subarray(0, end)]).toString("utf8");
      held = [];
      heldBytes = 0;
      rest = rest.subarray(end + 1);
      onLine(line);
    }
    held.push(rest);
    heldBytes += rest.length;
    if (heldBytes <= maxLineBytes) return;
    held = [];
    stream.off("data", read);
    stream.resume();
    onOverflow();
  };
  stream.on("data", read);
}
