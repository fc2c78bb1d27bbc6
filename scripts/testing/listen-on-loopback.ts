/** Opens a test's server on a free port of this machine. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** @returns its port, and what ends it and its connections */
export async function listenOnLoopback(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, close };
}
