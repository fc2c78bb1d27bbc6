/** Starts a Node process that may read a few named files and nothing else: no environment, no processes, no writes. */
import "server-only";
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { SANDBOX_LIMITS } from "../limits.ts";

export type SandboxedNode = ChildProcessByStdio<Writable, Readable, null>;

export type SandboxOptions = {
  /** Absolute path of a plain JavaScript file. */
  script: string;
  args: readonly string[];
  /** Absolute paths; that of a folder ends in "/*". The script's own path must be among them. */
  readable: readonly string[];
  heapMaxMb: number;
  /**
   * Processor time of all its threads, its own start included. The kernel ends it with SIGXCPU (setrlimit(2), RLIMIT_CPU),
   * also while it is in an endless loop or in native code. Not on Windows.
   */
  processorMaxS?: number;
  /** Other sandboxed processes go first. */
  isLast?: boolean;
  /** Lets it load native addons, to which the permission model does not apply. */
  hasAddons?: boolean;
};

/** The child is killed when this process exits, even while it is busy. The caller must kill it otherwise. */
export function spawnSandboxedNode(options: SandboxOptions): SandboxedNode {
  const flags = [
    "--permission",
    ...(options.hasAddons ? ["--allow-addons"] : []),
    ...options.readable.map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    `--max-old-space-size=${options.heapMaxMb}`,
    "--no-warnings",
  ];
  const node = [process.execPath, ...flags, options.script, ...options.args];
  const [command = "", ...args] = withinProcessorTime(node, options.processorMaxS);
  const child = spawn(command, args, {
    cwd: "/",
    env: EMPTY_ENVIRONMENT,
    stdio: ["pipe", "pipe", "ignore"],
  });
  giveWay(child, options.isLast ?? false);
  // Writing to a dead child fails; its exit event reports that already.
  child.stdin.on("error", () => {});
  leaveDeadman(child);
  return child;
}

/**
 * The server and its database go first, so that pages are answered however many programs and files there are.
 * @param isLast behind other sandboxed processes, too; it cannot be taken back
 */
export function giveWay({ pid }: Pick<ChildProcess, "pid">, isLast: boolean): void {
  if (!pid) return;
  try {
    setPriority(
      pid,
      isLast ? SANDBOX_LIMITS.lastPriority : constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // It has ended, or the system does not allow it.
  }
}

/** The shell becomes the command, so that the process id is that of Node. A second after SIGXCPU comes SIGKILL. */
const LIMITED = 'ulimit -c 0; ulimit -H -t "$(($0 + 1))"; ulimit -S -t "$0"; exec "$@"';

function withinProcessorTime(command: string[], maxS: number | undefined): string[] {
  if (maxS === undefined || process.platform === "win32") return command;
  return ["/bin/sh", "-c", LIMITED, String(maxS), ...command];
}

const EMPTY_ENVIRONMENT = {} as NodeJS.ProcessEnv;

const SCRIPT = 'trap "" INT TERM HUP; read -r _; kill -9 "$0"';

/**
 * Starts a shell that waits on a pipe from this process and kills the child when the pipe closes: a child in an endless
 * loop cannot notice that its parent has exited. The shell exits with the child. Not on Windows, which has no shell.
 */
function leaveDeadman(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") return;
  const deadman = spawn("/bin/sh", ["-c", SCRIPT, String(child.pid)], {
    cwd: "/",
    env: EMPTY_ENVIRONMENT,
    stdio: ["pipe", "ignore", "ignore"],
  });
  deadman.on("error", () => {});
  deadman.stdin.on("error", () => {});
  child.once("exit", () => deadman.kill("SIGKILL"));
}

/** Path of a file that runs in its own process, with links resolved: the permission model compares real paths. */
export function toolsPath(...parts: readonly string[]): string {
  return join(root(), "lib", "tools", ...parts);
}

/** Path under node_modules, which may itself be a link. */
export function packagesPath(...parts: readonly string[]): string {
  return join(realpathSync(join(root(), "node_modules")), ...parts);
}

/** The server is started in its installation folder. The bundler must not follow these paths. */
function root(): string {
  return realpathSync(/* turbopackIgnore: true */ process.cwd());
}
