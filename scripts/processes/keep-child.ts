/**
 * Starts a child that cannot outlive its parent. A small shell stands between them and waits on a pipe: when the pipe
 * closes, by `stop()` or because the parent is gone for whatever reason, the child is told to end, and is killed
 * when it does not. Both of the shell's processes outlive a signal that is sent to the whole process group.
 */
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { commandOf, killTree } from "./find-process.ts";

const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
[ -z "$KEEPER_PID_FILE" ] || (umask 077; echo $child > "$KEEPER_PID_FILE")
trap : INT TERM HUP
(
  trap '' INT TERM HUP
  read -r _ <&3
  kill -s "$KEEPER_SIGNAL" $child
  trap 'kill -s KILL $nap; exit' USR1
  sleep "$KEEPER_GRACE_S" & nap=$!
  wait $nap
  kill -s KILL $child
) >/dev/null 2>&1 &
guard=$!
while :; do wait $child; code=$?; kill -0 $child 2>/dev/null || break; done
kill -s USR1 $guard 2>/dev/null
[ -z "$KEEPER_PID_FILE" ] || rm -f "$KEEPER_PID_FILE"
exit $code`;

export type ChildPlan = {
  /** For people: "PostgreSQL", "the server". */
  name: string;
  command: string;
  args: readonly string[];
  /** Added to this process's environment. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Output goes to this file instead of the returned streams. */
  logFile?: string;
  /** Holds the child's process id while it lives, for whoever must clean up after a hard kill. */
  pidFile?: string;
  stopSignal?: "TERM" | "INT";
  graceSeconds?: number;
  /** A session of its own: a Ctrl-C in the terminal does not reach the child directly. */
  ownSession?: boolean;
};

export type KeptChild = {
  name: string;
  stdout: Readable | null;
  stderr: Readable | null;
  /** Settles when the child is gone, with its exit code. */
  exited: Promise<number>;
  /** Ends the child, politely first. */
  stop(): Promise<void>;
  /** Kills the child and everything that it started, at once. */
  kill(): void;
  /** The last lines of what it wrote. */
  lastOutput(lines?: number): string;
};

/** Starts `plan.command`. Never throws for a child that fails: look at `exited`. */
export function keepChild(plan: ChildPlan): KeptChild {
  const log = plan.logFile ? openSync(plan.logFile, "a", 0o600) : "pipe";
  const child = spawn("/bin/sh", ["-c", KEEPER, "keeper", plan.command, ...plan.args], {
    stdio: ["pipe", log, log],
    env: {
      ...process.env,
      ...plan.env,
      KEEPER_PID_FILE: plan.pidFile ?? "",
      KEEPER_SIGNAL: plan.stopSignal ?? "TERM",
      KEEPER_GRACE_S: String(plan.graceSeconds ?? 8),
    },
    cwd: plan.cwd,
    uid: plan.uid,
    gid: plan.gid,
    detached: plan.ownSession ?? false,
  });
  if (typeof log === "number") closeSync(log);
  const tail = keepTail([child.stdout, child.stderr]);
  child.stdin?.on("error", () => undefined);
  child.on("exit", () => {
    // Where the shell itself was killed, nobody else would end the child.
    child.stdin?.end();
    if (plan.pidFile) endLeftBehind(plan.pidFile, plan.args);
  });
  const exited = new Promise<number>((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code, signal) =>
      resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)),
    );
  });
  return {
    name: plan.name,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    async stop() {
      child.stdin?.end();
      await exited;
    },
    kill() {
      if (child.pid !== undefined && child.exitCode === null) killTree(child.pid);
    },
    lastOutput: (lines = 20) =>
      lastLines(plan.logFile ? readFileSync(plan.logFile, "utf8") : tail(), lines),
  };
}

/** The shell removes the file when the child has ended. */
function endLeftBehind(pidFile: string, args: readonly string[]): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8"));
  if (commandOf(pid)?.includes(args.join(" "))) killTree(pid);
  rmSync(pidFile, { force: true });
}

function keepTail(streams: (Readable | null)[]): () => string {
  let text = "";
  for (const stream of streams) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-16_000);
    });
  }
  return () => text;
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}
