/** Sends raw bytes over a socket and returns what comes back. */
import { connect } from "node:net";
import { PATIENCE } from "../../../scripts/testing/until.ts";

export type RawAnswer = {
  status: number;
  /** All received bytes, heads and bodies. */
  text: string;
  sentBytes: number;
};

/**
 * Resolves when the server closes the connection, or once `until` has been received.
 * @param bytes written one after another, each as soon as the socket takes more
 * @throws Error if the server neither answers nor closes
 */
export async function askRaw(
  port: number,
  bytes: string | Iterable<string | Buffer>,
  { until }: { until?: string | undefined } = {},
): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let sentBytes = 0;
  let isOver = false;
  const over = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`The connection is still open. It has brought: ${text.slice(0, 500)}`));
      socket.destroy();
    }, PATIENCE.timeout);
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (until !== undefined && text.includes(until)) socket.destroy();
    });
    // A server that closes while bytes are in flight resets the connection.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      isOver = true;
      clearTimeout(timer);
      resolve();
    });
  });
  const write = async () => {
    for (const piece of typeof bytes === "string" ? [bytes] : bytes) {
      if (isOver) return;
      sentBytes += Buffer.byteLength(piece);
      if (socket.write(piece)) await new Promise((resolve) => setImmediate(resolve));
      else await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), over]);
    }
  };
  await Promise.all([write(), over]);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, text, sentBytes };
}

/** A request's head, ended. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: "localhost", ...headers });
  return `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** A request whose body comes in chunks of 64 KiB, without its length. */
export function* chunked(start: string, bodyBytes: number): Generator<string | Buffer> {
  yield start;
  const size = 64 * 1024;
  const chunk = Buffer.concat([
    Buffer.from(`${size.toString(16)}\r\n`),
    Buffer.alloc(size, "a"),
    Buffer.from("\r\n"),
  ]);
  for (let sent = 0; sent < bodyBytes; sent += size) yield chunk;
  yield "0\r\n\r\n";
}
