/** A real HTTP server on 127.0.0.1 for the length of one test. */
import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { listenOnLoopback } from "../../../../scripts/testing/listen-on-loopback.ts";

/** @returns its origin, e.g. `http://127.0.0.1:40123` */
export async function serveLoopback(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}
