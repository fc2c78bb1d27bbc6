/** Locks a data folder for one `npm start`: a file in it names the process that holds the lock. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DATA_DIR_SETTLE_MS, ORPHAN_GRACE_MS } from "../limits.ts";
import { commandOf, endProcess } from "../processes/find-process.ts";
import { makeDataDir } from "./kept-values.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

type Holder = { pid: number; url: string };
type Place = Pick<StartOptions, "dataDir" | "root" | "url">;

/** The folder of the files with the process ids of children. */
export function pidFolder(dataDir: string): string {
  return join(dataDir, "pids");
}

/**
 * Takes the lock, also from a dead holder, and ends the children that a dead holder left running.
 * @returns the function that releases the lock
 * @throws StartProblem when a live process holds it
 */
export async function lockDataDir(place: Place): Promise<() => void> {
  const { dataDir, url } = place;
  makeDataDir(dataDir);
  mkdirSync(pidFolder(dataDir), { recursive: true, mode: 0o700 });
  const file = join(dataDir, "holder.json");
  const mine = JSON.stringify({ pid: process.pid, url } satisfies Holder);
  if (!tryWrite(file, mine)) {
    refuseIfAlive(file, place);
    rmSync(file, { force: true });
    const won = tryWrite(file, mine);
    // Two processes may have found the same dead holder: after a moment the file names the winner.
    await delay(DATA_DIR_SETTLE_MS);
    if (!won || readFileSync(file, "utf8") !== mine) refuseIfAlive(file, place);
  }
  await endOrphans(place);
  return () => rmSync(file, { force: true });
}

function tryWrite(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function refuseIfAlive(file: string, { dataDir }: Place): void {
  const holder = readHolder(file);
  if (!holder || holder.pid === process.pid) return;
  if (!commandOf(holder.pid)?.includes("scripts/start")) return;
  throw new StartProblem(
    `Halfsilver already runs with the data in ${dataDir}: ${holder.url} (process ${holder.pid}).`,
  );
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

/** Ends children that outlived a killed holder. */
async function endOrphans({ dataDir, root }: Place): Promise<void> {
  const folder = pidFolder(dataDir);
  await Promise.all(
    readdirSync(folder).map(async (name) => {
      const file = join(folder, name);
      const pid = Number(readFileSync(file, "utf8"));
      const isOurs = (command: string) => command.includes(root);
      await endProcess(pid, isOurs, "SIGTERM", ORPHAN_GRACE_MS);
      rmSync(file, { force: true });
    }),
  );
}
