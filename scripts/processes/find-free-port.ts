/** Ports on 127.0.0.1. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152): one of those may be
 * taken by any connection between this choice and the server's start.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES = 100;

/**
 * @returns a port that is free at the moment, by chance, so that two processes rarely choose the same
 * @throws Error when none is found
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No free port on 127.0.0.1.");
}

/** Whether a server could listen on `port` of `host` at the moment. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
