import "server-only";
/** A process that loops cannot notice that its parent is gone. A shell that waits on a pipe can, and kills it. */
import { type ChildProcess, spawn } from "node:child_process";

export const EMPTY_ENVIRONMENT = {} as NodeJS.ProcessEnv;

const SCRIPT = 'trap "" INT TERM HUP; read -r _; kill -9 "$0"';

/** Leaves one behind for a child; it goes when the child goes. No shell on Windows: there is none to leave. */
export function leaveDeadman(child: ChildProcess): void {
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
