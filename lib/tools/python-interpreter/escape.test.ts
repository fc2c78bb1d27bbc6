/** Tries to escape from the sandbox. A server listens on this machine and must not receive a request. */
import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { residentBytes } from "../sandbox/watch-memory.ts";
import { ensureSnapshot, interpreterPaths } from "./ensure-snapshot.ts";
import { type CellEnd, type Interpreter, startInterpreter } from "./start-interpreter.ts";

const LIMITS = { timeoutMs: 100_000, memoryMb: 128 };
const never = new AbortController().signal;
const paths = interpreterPaths();
/** The path of this code: it exists, and Python must not find it. */
const folder = JSON.stringify(process.cwd());
let current: Interpreter | null = null;
let connections = 0;
let server: Server;
let port = 0;

beforeAll(async () => {
  await ensureSnapshot(paths);
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});
afterAll(() => {
  current?.close();
  server.close();
});
afterEach(() => expect(connections).toBe(0));

async function interpreter(limits = LIMITS): Promise<Interpreter> {
  if (!current?.alive || limits !== LIMITS) {
    current?.close();
    current = await startInterpreter(paths, limits, paths.snapshot);
  }
  return current;
}

async function attempt(code: string): Promise<CellEnd> {
  return (await interpreter()).run(code, never);
}

/** The result as one text; for a dead interpreter, how it ended. */
async function textOf(code: string): Promise<string> {
  const end = await attempt(code);
  return end.kind === "done"
    ? `${end.reply.stdout}${end.reply.value ?? ""}${end.reply.error ?? ""}`
    : end.kind;
}

/** Removes what only produces friendlier messages, so that the test reaches the real barrier. */
const UNHOOK =
  "import sys, gc\nsys.meta_path[:] = [f for f in sys.meta_path if f.__name__ != 'ClosedModules']\n";
const find = (name: string) =>
  `${UNHOOK}found = [o for o in gc.get_objects() if getattr(o, '__name__', None) == '${name}']\n`;

describe("what is shut", () => {
  it.each([
    "js",
    "pyodide_js",
    "pyodide",
    "pyodide.ffi",
    "pyodide.code",
    "_pyodide_core",
    "ctypes",
    "_ctypes",
    "subprocess",
    "multiprocessing",
  ])("has no module %s", async (name) => {
    expect(await textOf(`import ${name}`)).toContain("is not available in this interpreter");
  });
});

describe("the host's files, environment and processes", () => {
  it("are not there", async () => {
    expect(await textOf("open('/etc/passwd').read()")).toContain("FileNotFoundError");
    expect(await textOf("open('/proc/self/environ').read()")).toContain("FileNotFoundError");
    expect(
      await textOf(`import os\nos.listdir(${folder}) if os.path.exists(${folder}) else 'none'`),
    ).toBe("'none'");
    expect(await textOf(`import os\nos.path.exists(${JSON.stringify(paths.worker)})`)).toBe(
      "False",
    );
    const environment = await textOf(
      "import os, sys\ndict(os.environ), sys.argv, sys.executable, sys.path",
    );
    expect(environment).not.toContain(process.cwd());
    expect(environment).not.toContain(process.env.PATH ?? "no path");
    expect(environment).toContain("web_user");
  });

  it.each([
    ["os.fork()", "not implemented"],
    ["os.execv('/bin/sh', ['sh'])", "Error"],
    ["os.posix_spawn('/bin/sh', ['sh'], {})", "Error"],
    ["os.kill(os.getppid(), 9)", "Error"],
    ["__import__('pty').spawn('/bin/sh')", "Error"],
  ])("refuse %s", async (code, expected) => {
    expect((await textOf(`import os\n${code}`)).toLowerCase()).toContain(expected.toLowerCase());
  });

  it("run no command", async () => {
    expect(await textOf("import os\nos.system('touch /tmp/halfsilver-escape')")).toBe("-1");
    expect(await textOf(`${UNHOOK}import subprocess\nsubprocess.run(['id'])`)).toContain("Error");
  });
});

describe("the network", () => {
  it.each([
    ["a socket", "import socket\nsocket.create_connection(('127.0.0.1', PORT))"],
    ["a raw socket", "import _socket\n_socket.socket(2, 1, 0).connect(('127.0.0.1', PORT))"],
    ["a datagram", "import socket\nsocket.socket(2, 2).sendto(b'x', ('127.0.0.1', PORT))"],
    ["a listener", "import socket\nsocket.create_server(('127.0.0.1', 0))"],
    ["a name", "import socket\nsocket.getaddrinfo('localhost', PORT)"],
    ["urllib", "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:PORT/')"],
    ["asyncio", "import asyncio\nawait asyncio.open_connection('127.0.0.1', PORT)"],
    ["pyfetch", "from pyodide.http import pyfetch\nawait pyfetch('http://127.0.0.1:PORT/')"],
  ])("has no %s", async (_name, code) => {
    expect(await textOf(code.replaceAll("PORT", String(port)))).toMatch(/error/i);
  });

  it("has no fetch by way of the package's own function either", async () => {
    const code = `${UNHOOK}import pyodide.http\nawait pyodide.http.pyfetch('http://127.0.0.1:${port}/')`;
    expect(await textOf(code)).toMatch(/Error|crashed/);
  });
});

describe("the bridge to JavaScript", () => {
  it.each([
    ["js.process", `${UNHOOK}import js\njs.process.env`],
    ["pyodide_js", `${UNHOOK}import pyodide_js\npyodide_js._api`],
    ["pyodide.code.run_js", `${UNHOOK}from pyodide.code import run_js\nrun_js('process.env')`],
    ["a found run_js", `${find("run_js")}found[-1]('process.env')`],
    ["pyodide.ffi.run_sync", `${UNHOOK}from pyodide.ffi import run_sync\nrun_sync(found)`],
    ["a found run_sync", `${find("run_sync")}[f(0) for f in found if not hasattr(f, '__code__')]`],
    [
      "a found to_js",
      `${find("to_js")}[f([1]) for f in found if not hasattr(f, '__code__')][0].constructor`,
    ],
    [
      "a found create_proxy",
      `${find("create_proxy")}[f(print) for f in found if not hasattr(f, '__code__')][0]`,
    ],
    ["_pyodide_core", `${UNHOOK}import _pyodide_core\n_pyodide_core.to_js([])`],
    [
      "ctypes",
      `${UNHOOK}import ctypes\nctypes.CDLL(None).emscripten_run_script(b'process.exit(9)')`,
    ],
  ])("gives nothing to %s", async (_name, code) => {
    expect(await textOf(code)).toMatch(/(Error.*|crashed)$/s);
  });

  it("ends with the interpreter where it is touched at all", async () => {
    const touch = "[f for f in found if not hasattr(f, '__code__')][0]([1])";
    expect(await attempt(`${find("to_js")}${touch}`)).toEqual({ kind: "crashed" });
  });

  it("gives no object of it to a search of memory", async () => {
    const code = `${UNHOOK}import types
answers = []
for o in gc.get_objects():
  if type(o).__name__ in ('JsProxy', 'JsDoubleProxy') or 'JsProxy' in type(type(o)).__name__:
    answers.append(getattr(o, 'constructor'))
answers`;
    expect(await textOf(code)).toMatch(/^(\[\]|crashed)$/);
  });
});

describe("the limits", () => {
  it("end a loop in Python and one in C", async () => {
    const short = { ...LIMITS, timeoutMs: 400 };
    for (const code of ["while True: pass", "sum(range(10**13))"]) {
      const python = await interpreter(short);
      expect(await python.run(code, never)).toEqual({ kind: "timed-out" });
      expect(python.alive).toBe(false);
    }
  });

  it("refuse memory that Python asks for, and keep it alive", async () => {
    expect(await textOf("bytearray(4 << 30)")).toMatch(/OverflowError|MemoryError/);
    expect(await textOf("hoard = []\nwhile True: hoard.append(bytearray(16 << 20))")).toContain(
      "MemoryError",
    );
    expect(await textOf("held = len(hoard)\ndel hoard\nheld < 8")).toBe("True");
  });

  it("kill what takes 4 GB beside Python's own memory", async () => {
    const python = await interpreter();
    const fill =
      "block = bytes(32 << 20)\nfor n in range(128):\n  with open(f'/tmp/{n}', 'wb') as f: f.write(block)";
    let peak = 0;
    const watch = setInterval(async () => {
      peak = Math.max(peak, await residentBytes(python.pid));
    }, 20);
    const end = await python.run(fill, never);
    clearInterval(watch);
    expect(end).toEqual({ kind: "out-of-memory" });
    expect(peak).toBeLessThan(1024 * 1024 * 1024);
  });

  it("take a flood of output for little", async () => {
    const python = await interpreter();
    const end = await python.run("for _ in range(60): print('x' * 1_000_000)", never);
    expect(end.kind === "done" && end.reply.stdout.length).toBeLessThan(17_000);
    expect(await residentBytes(python.pid)).toBeLessThan(512 * 1024 * 1024);
  });

  it("end with the interpreter where code ends its process", async () => {
    expect(await attempt("import os\nos._exit(3)")).toEqual({ kind: "crashed" });
    expect(await attempt("import os\nos.abort()")).toEqual({ kind: "crashed" });
  });
});
