import "server-only";
/** Keeps a text within a number of bytes, and says that it was cut. */

/** @returns at most `maxBytes` of UTF-8, the note included; no character is split */
export function cutToBytes(text: string, maxBytes: number): string {
  const totalBytes = Buffer.byteLength(text);
  if (totalBytes <= maxBytes) return text;
  const note = `\n[cut: the result has ${totalBytes} bytes, of which at most ${maxBytes} are shown]`;
  const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes - Buffer.byteLength(note)));
  // A stream's decoder leaves out a last character that is not whole.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true }) + note;
}
