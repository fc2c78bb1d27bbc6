import "server-only";
/** Starts a Node process that may read a few named files and nothing else: no environment, no processes, no writes. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { EMPTY_ENVIRONMENT, leaveDeadman } from "./leave-deadman.ts";

export type SandboxedNode = ChildProcessByStdio<Writable, Readable, null>;

export type SandboxOptions = {
  /** Absolute path of a plain JavaScript file. */
  script: string;
  args: readonly string[];
  /** Absolute paths, a folder's ending in "/*". The script's own must be among them. */
  readable: readonly string[];
  heapMaxMb: number;
};

/** The process dies with this one, even while it is too busy to notice. Killing it is the caller's part. */
export function spawnSandboxedNode(options: SandboxOptions): SandboxedNode {
  const flags = [
    "--permission",
    ...options.readable.map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    `--max-old-space-size=${options.heapMaxMb}`,
    "--no-warnings",
  ];
  const child = spawn(process.execPath, [...flags, options.script, ...options.args], {
    cwd: "/",
    env: EMPTY_ENVIRONMENT,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // A dead child's pipe: its exit tells the same.
  child.stdin.on("error", () => {});
  leaveDeadman(child);
  return child;
}
