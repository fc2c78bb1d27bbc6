/**
 * One chunk of a chunked body (RFC 9112, 7.1), to be written past the response. It keeps the connection for the next
 * request, which a body without chunks closes.
 */
export function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
