/** Starts the reference server `@modelcontextprotocol/server-everything` for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

export const EVERYTHING = resolve(
  "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

/** Without this, the server listens on every interface. */
const ON_LOOPBACK = `data:text/javascript,${encodeURIComponent(`
import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) { return listen.call(this, port, "127.0.0.1", ...rest); };`)}`;

/** Over Streamable HTTP. @returns once it listens @throws Error with what it printed, where it ends before */
export async function startEverything(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", ON_LOOPBACK, EVERYTHING, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  // It writes there later, too: the stream stays open.
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (!printed.includes("listening")) continue;
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    return child;
  }
  throw new Error(`server-everything does not listen on ${port}: ${printed}`);
}

export async function stopEverything(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
