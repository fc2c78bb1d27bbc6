/** A command of the operator's that gets each checkpoint on its standard input: a mail, a printer, another machine. */
import "server-only";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { ANCHOR_COMMAND_MS } from "../../limits.ts";
import { foundAt, recordFinding } from "../found/trail-findings.ts";

/**
 * One at a time, in the order of the checkpoints; of those that wait, the newest, which holds all before it. Sealing does not
 * wait for it. A command that fails or takes too long is a finding.
 */
export function openAnchorCommand(command: string | undefined): (note: string) => void {
  let waiting: string | null = null;
  let isRunning = false;
  const work = async () => {
    isRunning = true;
    for (let note = waiting; note !== null && command !== undefined; note = waiting) {
      waiting = null;
      if (!(await hasTaken(command, note))) await recordFinding(foundAt("anchor-command-failed"));
    }
    isRunning = false;
  };
  return (note) => {
    if (command === undefined) return;
    waiting = note;
    if (!isRunning) void work();
  };
}

async function hasTaken(command: string, note: string): Promise<boolean> {
  try {
    const child = spawn(command, {
      shell: true,
      stdio: ["pipe", "ignore", "ignore"],
      timeout: ANCHOR_COMMAND_MS,
    });
    // A command that reads nothing closes its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(note);
    const [code] = await once(child, "exit");
    return code === 0;
  } catch {
    return false;
  }
}
