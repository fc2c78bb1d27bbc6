/** Opens the HTTP server's port, and closes it when what is under way is answered. */
import type { Server } from "node:http";

const IDLE_LOOK_MS = 50;

export type Address = { hostname: string; port: number };

export type Listener = {
  /** Takes no more connections; resolves when the requests under way are answered. */
  close(): Promise<void>;
};

/** @throws what listening fails with, e.g. EADDRINUSE */
export async function listen(server: Server, { hostname, port }: Address): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: hostname, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    close: async () => {
      // A connection whose last answer ends during the close would be kept alive for a next request.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearInterval(idle);
    },
  };
}
