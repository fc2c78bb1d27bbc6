/** Removes everything that reaches outside this process, before untrusted code runs. */
import dgram from "node:dgram";
import dns from "node:dns";
import { constants } from "node:fs";
import { registerHooks } from "node:module";
import net from "node:net";

const EMPTY_MODULE = "halfsilver:empty";
/** Modules that Pyodide imports at its start and never uses: WebSockets and child processes. */
const STUBBED = new Set(["ws", "node:child_process"]);

const KEPT_OF_PROCESS = new Set(
  "_fatalException argv emitWarning exitCode hrtime memoryUsage nextTick off on once emit platform removeListener listenerCount stderr stdin stdout version versions".split(
    " ",
  ),
);
const LOST_GLOBALS = (
  "fetch WebSocket EventSource XMLHttpRequest Request Response Headers FormData require module navigator " +
  "BroadcastChannel MessageChannel Worker SharedWorker localStorage sessionStorage gc " +
  "setTimeout setInterval setImmediate"
).split(" ");
const HANDLE_CALLS = [
  "connect",
  "connect6",
  "bind",
  "bind6",
  "bindConnect",
  "listen",
  "open",
  "send",
  "send6",
];

let sealed = false;

function refuse() {
  throw new Error("not available in this interpreter");
}

/** Allows imports until `seal()`. The stubbed modules are empty from the start. */
export function watchImports() {
  // The permission model refuses the real `process.binding`; Pyodide reads only constants from it.
  process.binding = (name) => (name === "constants" ? { fs: constants } : refuse());
  registerHooks({
    resolve(specifier, context, next) {
      if (sealed) refuse();
      if (STUBBED.has(specifier)) return { url: EMPTY_MODULE, shortCircuit: true };
      return next(specifier, context);
    },
    load(url, context, next) {
      if (sealed) refuse();
      if (url !== EMPTY_MODULE) return next(url, context);
      return { format: "module", source: "export default {};", shortCircuit: true };
    },
  });
}

/** After this no object can open a socket. */
export function closeNetwork() {
  for (const prototype of handlePrototypes()) {
    for (const name of HANDLE_CALLS) if (name in prototype) shut(prototype, name);
  }
  shutAll(dns);
  shutAll(dns.promises);
  shutAll(dns.Resolver.prototype);
  shutAll(dns.promises.Resolver.prototype);
  shut(net.Socket.prototype, "connect");
  shut(net.Server.prototype, "listen");
  shut(dgram.Socket.prototype, "bind");
  shut(dgram.Socket.prototype, "connect");
  shut(dgram.Socket.prototype, "send");
}

/**
 * The native classes behind TCP, pipe and UDP sockets, taken from sockets that never connect. Node names them in no public
 * interface, and code that runs in here could reach them through any socket, past what is shut below. Where a version of Node
 * keeps them elsewhere, this throws and the process ends before it runs anything.
 */
function handlePrototypes() {
  const prototypes = [];
  for (const target of [{ host: "127.0.0.1", port: 9 }, { path: "/nowhere" }]) {
    const socket = new net.Socket();
    socket.on("error", () => {});
    socket.connect(target);
    prototypes.push(Object.getPrototypeOf(socket._handle));
    socket.destroy();
  }
  const datagrams = dgram.createSocket("udp4");
  const state = Object.getOwnPropertySymbols(datagrams).find((key) => datagrams[key]?.handle);
  prototypes.push(Object.getPrototypeOf(datagrams[state].handle));
  datagrams.close();
  return prototypes;
}

/** Removes imports, signals, native bindings, timers and globals such as `fetch`. */
export function seal() {
  sealed = true;
  for (const name of LOST_GLOBALS) delete globalThis[name];
  for (const name of Object.getOwnPropertyNames(process)) {
    if (KEPT_OF_PROCESS.has(name)) continue;
    if (typeof process[name] === "function") shut(process, name);
    else tryDelete(process, name);
  }
  process.argv.length = 0;
}

function shutAll(owner) {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (typeof owner[name] === "function" && name !== "constructor") shut(owner, name);
  }
}

function shut(owner, name) {
  try {
    Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
  } catch {
    owner[name] = refuse;
  }
}

function tryDelete(owner, name) {
  try {
    delete owner[name];
  } catch {
    // Not configurable; the permission model protects it.
  }
}
