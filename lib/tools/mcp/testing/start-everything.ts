/** Starts the reference server `@modelcontextprotocol/server-everything` for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { resolve } from "node:path";

export const EVERYTHING = resolve(
  "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

/** Without this, the server listens on every interface. */
const ON_LOOPBACK = `data:text/javascript,${encodeURIComponent(`
import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) { return listen.call(this, port, "127.0.0.1", ...rest); };`)}`;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Over Streamable HTTP. @returns once it listens */
export async function startEverything(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", ON_LOOPBACK, EVERYTHING, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for await (const chunk of child.stderr) if (String(chunk).includes("listening")) break;
  child.stdout.resume();
  return child;
}

export async function stopEverything(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
