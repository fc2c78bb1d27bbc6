/** Ports on 127.0.0.1. */
import { createServer } from "node:net";

/** @returns a port that is free at the moment */
export function findFreePort(): Promise<number> {
  return listen(0).then((port) => port ?? Promise.reject(new Error("No free port on 127.0.0.1.")));
}

/** Whether a server could listen on `port` of `host` at the moment. */
export async function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return (await listen(port, host)) !== null;
}

function listen(port: number, host = "127.0.0.1"): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : null;
      server.close(() => resolve(found));
    });
  });
}
