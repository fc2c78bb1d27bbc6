/**
 * The process behind one conversation's Python. Reads {id, code} lines on stdin, answers
 * {id, stdout, stderr, value, error, fresh} lines on stdout. With the argument "snapshot" it writes a memory
 * snapshot of a started Python to stdout instead.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { closeNetwork, seal, watchImports } from "../../sandbox/inside/lock-down.mjs";

const OUTPUT_MAX_BYTES = 16_000;
const PRELOADED =
  "import ast, asyncio, collections, csv, dataclasses, datetime, decimal, fractions, functools, heapq, inspect, io, " +
  "itertools, json, linecache, math, random, re, statistics, string, textwrap, time, traceback, typing";

const [mode, pyodideFolder, memoryMb, snapshotPath] = process.argv.slice(2);
const exit = process.reallyExit.bind(process);
const output = process.stdout;
const input = process.stdin;

/**
 * Python can leave WebAssembly only through the functions that it imports. After `shutGate` only the listed ones work:
 * files in memory, clocks, random bytes, memory. The bridge to JavaScript, sockets and processes are blocked.
 */
const OPEN = new Set(
  [
    "_PyEM_TrampolineCall_JS _Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime __assert_fail _abort_js exit proc_exit",
    "capture_stderr restore_stderr Jsv_GetError_import JsvError_Check",
    "__hiwire_deduplicate_new __hiwire_deduplicate_get __hiwire_deduplicate_set __hiwire_deduplicate_delete hiwire_invalid_ref_js",
    "__syscall_getuid32_js __syscall_umask_js __syscall_ioctl __syscall_fcntl64 __syscall_openat __syscall_faccessat",
    "__syscall_chdir __syscall_chmod __syscall_fchownat __syscall_dup __syscall_dup3 __syscall_fchdir __syscall_fchmod",
    "__syscall_fchmodat2 __syscall_fchown32 __syscall_fdatasync __syscall_fstat64 __syscall_stat64 __syscall_newfstatat",
    "__syscall_lstat64 __syscall_ftruncate64 __syscall_getcwd __syscall_getdents64 __syscall_mkdirat __syscall_mknodat",
    "__syscall_pipe __syscall_poll __syscall_fadvise64 __syscall_fallocate __syscall_readlinkat __syscall_unlinkat",
    "__syscall_rmdir __syscall_renameat __syscall_statfs64 __syscall_fstatfs64 __syscall_symlinkat __syscall_truncate64",
    "__syscall_utimensat fd_close fd_read fd_write fd_sync fd_fdstat_get fd_seek fd_pread fd_pwrite",
    "_maybe_poll_async _try_fcntl64 _munmap_js _msync_js _mmap_js",
    "_tzset_js _timegm_js _mktime_js _localtime_js _gmtime_js emscripten_date_now emscripten_get_now",
    "clock_res_get clock_time_get environ_sizes_get environ_get random_get _setitimer_js __call_sighandler",
    "emscripten_get_heap_max emscripten_resize_heap _emscripten_get_progname",
    "emscripten_runtime_keepalive_push emscripten_runtime_keepalive_pop _emscripten_runtime_keepalive_clear",
    "saveState restoreState get_suspender set_suspender",
  ].flatMap((line) => line.split(" ")),
);
const EPERM = 63;
const EAI_FAIL = -4;
let shut = false;

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

/** Wraps the imports of every WebAssembly module from now on, and limits the growth of its memory. */
function installGate(memoryMaxBytes) {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = (source, imports) => {
    if (shut) throw new Error("not available in this interpreter");
    if (imports?.env) gate(imports.env);
    return instantiate(source, imports);
  };
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * 65_536 > memoryMaxBytes)
      throw new RangeError("out of memory");
    return grow.call(this, pages);
  };
}

/** From now on Python has no bridge, no sockets and no processes. */
function shutGate() {
  shut = true;
}

function gate(functions) {
  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== "function" || OPEN.has(name)) continue;
    const refused = refusalOf(name);
    functions[name] = Object.assign((...args) => (shut ? refused() : original(...args)), original);
  }
}

/** System calls fail with an error number as on a real system; every other call ends the interpreter. */
function refusalOf(name) {
  if (name.startsWith("__syscall_") || name === "_emscripten_system") return () => -EPERM;
  if (name === "getaddrinfo" || name === "getnameinfo") return () => EAI_FAIL;
  if (name === "getprotobyname" || name === "_emscripten_lookup_name") return () => 0;
  return () => {
    throw new Error(`closed: ${name}`);
  };
}
