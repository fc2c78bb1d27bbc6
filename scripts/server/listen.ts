/**
 * One HTTP server that takes its connections from several listeners on one port.
 *
 * Node takes one connection from a listener in each turn of its event loop. While hundreds of answers stream, a turn of the
 * loop is long, and whoever comes waits outside. What is let in then begins in its turn (`lib/event-loop`).
 */
import type { Server } from "node:http";
import { createServer, type Server as Listener, type Socket } from "node:net";

/** Three requests come in one turn of a busy loop: one listener more, so that the door is not what anybody waits at. */
const LISTENERS = 4;
const IDLE_LOOK_MS = 50;

export type Address = { hostname: string; port: number };

export type Listeners = {
  /** Takes no more connections; resolves when the requests under way are answered. */
  close(): Promise<void>;
};

/** @throws what a listener fails with, e.g. EADDRINUSE */
export async function listen(server: Server, address: Address): Promise<Listeners> {
  // Where several may listen on one port, the system shares the connections out between them.
  const isShared = process.platform === "linux";
  const all = [server, ...(isShared ? moreListeners(server) : [])];
  for (const listener of all) await open(listener, address, isShared);
  return {
    close: async () => {
      // A connection whose last answer ends only now would be kept for a request that nobody takes.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
      await Promise.all(all.map(shut));
      clearInterval(idle);
    },
  };
}

/** They hand over what they take; the options are those with which an HTTP server takes its own. */
function moreListeners(server: Server): Listener[] {
  const take = (connection: Socket) => void server.emit("connection", connection);
  return Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, take),
  );
}

function open(listener: Listener, { hostname, port }: Address, reusePort: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    listener.listen({ host: hostname, port, reusePort }, () => {
      listener.off("error", reject);
      resolve();
    });
  });
}

function shut(listener: Listener): Promise<void> {
  return new Promise((resolve) => {
    listener.close(() => resolve());
  });
}
