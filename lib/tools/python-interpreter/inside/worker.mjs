/**
 * The process behind one conversation's Python. Reads {id, code} lines on stdin, answers
 * {id, stdout, stderr, value, error, fresh} lines on stdout. With the argument "snapshot" it writes a memory
 * snapshot of a started Python to stdout instead.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { closeNetwork, seal, watchImports } from "../../sandbox/inside/lock-down.mjs";
import { installGate, shutGate } from "./gate-python.mjs";

const OUTPUT_MAX_BYTES = 16_000;
const PRELOADED =
  "import ast, asyncio, collections, csv, dataclasses, datetime, decimal, fractions, functools, heapq, inspect, io, " +
  "itertools, json, linecache, math, random, re, statistics, string, textwrap, time, traceback, typing";

const [mode, pyodideFolder, memoryMb, snapshotPath] = process.argv.slice(2);
const exit = process.reallyExit.bind(process);
const output = process.stdout;
const input = process.stdin;
// Python shows these as its own arguments.
process.argv = ["python"];

watchImports();
installGate(Number(memoryMb) * 1024 * 1024);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({
  indexURL: pyodideFolder,
  jsglobals: Object.create(null),
  env: { HOME: "/home/python", PYTHONINSPECT: "" },
  stdin: () => null,
  ...(snapshotPath ? { _loadSnapshot: readFileSync(snapshotPath) } : {}),
  ...(mode === "snapshot" ? { _makeSnapshot: true } : {}),
});
python.runPython(PRELOADED);

if (mode === "snapshot") {
  output.write(python.makeMemorySnapshot(), () => exit(0));
} else {
  serve(prepare());
}

/** Loads the evaluator, then removes every way out of the sandbox. */
function prepare() {
  const source = readFileSync(new URL("./interpreter.py", import.meta.url), "utf8");
  python.FS.mkdirTree("/usr/lib/halfsilver");
  python.FS.writeFile("/usr/lib/halfsilver/_halfsilver.py", source);
  python.runPython(
    "import sys; sys.path.append('/usr/lib/halfsilver'); import _halfsilver; _halfsilver.close_doors()",
  );
  const { FS, _module: module } = python;
  const capture = captureOutput();
  shutGate();
  closeNetwork();
  seal();
  return { FS, module, capture };
}

/** Collects Python's output up to a limit, so that endless output needs no memory. */
function captureOutput() {
  const streams = { stdout: [], stderr: [] };
  const sizes = { stdout: 0, stderr: 0 };
  const writer = (name) => ({
    write(bytes) {
      const room = OUTPUT_MAX_BYTES - sizes[name];
      if (room > 0) streams[name].push(Buffer.from(bytes.subarray(0, room)));
      sizes[name] += bytes.length;
      return bytes.length;
    },
  });
  python.setStdout(writer("stdout"));
  python.setStderr(writer("stderr"));
  return {
    take(name) {
      // In stream mode the decoder drops a character that the limit cut in two.
      const text = new TextDecoder().decode(Buffer.concat(streams[name]), { stream: true });
      const total = sizes[name];
      streams[name] = [];
      sizes[name] = 0;
      if (total <= OUTPUT_MAX_BYTES) return text;
      return `${text}\n[cut: ${OUTPUT_MAX_BYTES} of ${total} bytes shown]\n`;
    },
  };
}

function serve({ FS, module, capture }) {
  const call = module.stringToNewUTF8("__import__('_halfsilver').run_cell()");
  const lines = createInterface({ input });
  lines.on("line", (line) => {
    const { id, code } = JSON.parse(line);
    FS.writeFile("/tmp/cell-source", code);
    module._PyRun_SimpleString(call);
    const reply = JSON.parse(FS.readFile("/tmp/cell-reply", { encoding: "utf8" }));
    FS.unlink("/tmp/cell-reply");
    const answer = { id, ...reply, stdout: capture.take("stdout"), stderr: capture.take("stderr") };
    output.write(`${JSON.stringify(answer)}\n`);
  });
  // The parent has exited.
  lines.on("close", () => exit(0));
  process.on("uncaughtException", () => exit(70));
  output.write(`${JSON.stringify({ ready: true })}\n`);
}
