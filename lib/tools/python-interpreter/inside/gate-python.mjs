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

/** Wraps the imports of every WebAssembly module from now on, and limits the growth of its memory. */
export function installGate(memoryMaxBytes) {
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
export function shutGate() {
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
