/** Code that escapes from Python into JavaScript must find no network, no files and no processes. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

import { readLines } from "./read-lines.ts";
import { spawnSandboxedNode, toolsPath } from "./spawn-sandboxed-node.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "halfsilver-probe-")));
const inside = toolsPath("sandbox", "inside");
let server: Server;
let connections = 0;
let port = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/**
 * Tries each way out and reports, by name, "refused" or what it got. `held` has objects that an attacker might have
 * kept.
 */
const PROBE = `
import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import fs from "node:fs";
import http from "node:http";
import inspector from "node:inspector";
import net from "node:net";
import tls from "node:tls";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { closeNetwork, seal, watchImports } from LOCK_DOWN;
const require = createRequire(import.meta.url);
const tcp = () => {
  const socket = new net.Socket().on("error", () => {});
  socket.connect(9, "127.0.0.1");
  const { constructor } = socket._handle;
  socket.destroy();
  return constructor;
};
const { stdout } = process;
const held = { Tcp: tcp(), stdin: process.stdin, fetch, WebSocket, process, getBuiltinModule: process.getBuiltinModule.bind(process) };
watchImports(); closeNetwork(); seal();
// Restore what would make Node's own functions fail before they reach a barrier.
process.env = {}; process.execArgv = []; process.config = {};
const event = (emitter) => new Promise((resolve, reject) => {
  emitter.on("error", reject); emitter.on("connect", resolve); emitter.on("response", resolve); emitter.on("open", resolve);
});
const ways = {
  readFile: () => fs.readFileSync("/etc/passwd", "utf8"),
  readEnvironment: () => fs.readFileSync("/proc/" + process.pid + "/environ", "utf8"),
  listRoot: () => fs.readdirSync("/"),
  writeFile: () => fs.writeFileSync("/tmp/halfsilver-escape", "x"),
  spawn: () => childProcess.spawnSync("id").error ? Promise.reject(new Error("no")) : "spawned",
  fork: () => childProcess.fork("/dev/null"),
  worker: () => new Worker("1", { eval: true }),
  killParent: () => process.kill(process.ppid, 0),
  killRaw: () => process._kill(process.ppid ?? 1, 0),
  abort: () => process.abort(),
  binding: () => process.binding("tcp_wrap"),
  builtin: () => process.getBuiltinModule("net"),
  evaluated: () => (0, eval)("1"),
  constructed: () => new Function("return process")(),
  imported: () => import("node:net"),
  importedData: () => import("data:text/javascript,export default 1"),
  required: () => require("node:net"),
  inspector: () => inspector.open(0, "127.0.0.1"),
  fetchHeld: () => held.fetch("http://127.0.0.1:PORT"),
  webSocketHeld: () => event(Object.assign(new held.WebSocket("ws://127.0.0.1:PORT"), { on(name, f) { this.addEventListener(name, f); } })),
  netConnect: () => event(net.connect(PORT, "127.0.0.1")),
  socketConnect: () => event(new process.stdin.constructor().connect(PORT, "127.0.0.1")),
  handleConnect: () => new held.Tcp(0).connect({}, "127.0.0.1", PORT),
  handleListen: () => { const handle = new held.Tcp(1); handle.bind("127.0.0.1", 0); return handle.listen(1); },
  tlsConnect: () => event(tls.connect(PORT, "127.0.0.1")),
  pipeHandle: () => new process.stdin._handle.constructor(0).connect(null, "/tmp/x"),
  httpGet: () => event(http.get("http://127.0.0.1:PORT")),
  listen: () => new Promise((resolve, reject) => net.createServer().on("error", reject).listen(0, resolve)),
  datagram: () => new Promise((resolve, reject) => dgram.createSocket("udp4").send("x", PORT, "127.0.0.1", (error) => error ? reject(error) : resolve("sent"))),
  lookup: () => new Promise((resolve, reject) => dns.lookup("localhost", (error, address) => error ? reject(error) : resolve(address))),
  resolver: () => new Promise((resolve, reject) => new dns.Resolver().resolve4("localhost", (error, a) => error ? reject(error) : resolve(a))),
  globalFetch: () => fetch("http://127.0.0.1:PORT"),
  timers: () => setTimeout(() => {}, 1),
};
const report = {};
let thrown = () => {};
process.on("uncaughtException", (error) => thrown(error));
for (const [name, way] of Object.entries(ways)) {
  try { report[name] = "open: " + String(await Promise.race([way(), new Promise((_, reject) => { thrown = reject; })])); } catch { report[name] = "refused"; }
}
report.environment = Object.keys(held.process.env ?? {}).length === 0 ? "refused" : "open";
stdout.write(JSON.stringify(report) + "\\n");
`;

it("leaves stolen JavaScript no file, process, socket, name, thread, import or evaluation", async () => {
  const script = join(folder, "probe.mjs");
  const lockDown = pathToFileURL(join(inside, "lock-down.mjs")).href;
  const source = PROBE.replaceAll("PORT", String(port)).replace(
    "LOCK_DOWN",
    JSON.stringify(lockDown),
  );
  writeFileSync(script, source);
  const child = spawnSandboxedNode({
    script,
    args: [],
    readable: [join(inside, "*"), script],
    heapMaxMb: 128,
  });
  const line = await new Promise<string>((resolve, reject) => {
    readLines(child.stdout, 1_000_000, resolve, () => reject(new Error("too long")));
    child.once("close", (code) => reject(new Error(`the probe ended with ${code}`)));
  });
  child.kill("SIGKILL");
  const report = JSON.parse(line) as Record<string, string>;
  expect(Object.entries(report).filter(([, found]) => found !== "refused")).toEqual([]);
  expect(Object.keys(report).length).toBeGreaterThan(30);
  expect(connections).toBe(0);
});
