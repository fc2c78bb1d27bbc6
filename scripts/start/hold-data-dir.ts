/** One `npm start` per data folder: a file there names the process that holds it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandOf, endProcess } from "../processes/find-process.ts";
import { DATA_DIR_MODE, makeDataDir } from "./kept-values.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

type Holder = { pid: number; url: string };
type Place = Pick<StartOptions, "dataDir" | "root" | "url">;

const SETTLE_MS = 100;
const ORPHAN_GRACE_MS = 10_000;

/** Where children leave their process ids. */
export function pidFolder(dataDir: string): string {
  return join(dataDir, "pids");
}

/**
 * Takes the folder, from a dead holder where need be, and ends what that one left running.
 * @returns the function that lets go of it
 * @throws StartProblem when a live process holds it
 */
export async function holdDataDir(place: Place): Promise<() => void> {
  const { dataDir, url } = place;
  closeToOthers(dataDir);
  mkdirSync(pidFolder(dataDir), { recursive: true });
  const file = join(dataDir, "holder.json");
  const mine = JSON.stringify({ pid: process.pid, url } satisfies Holder);
  if (!tryWrite(file, mine)) {
    refuseIfAlive(file, place);
    rmSync(file, { force: true });
    const won = tryWrite(file, mine);
    // Two may have found the same dead holder at once: whoever stands in the file after a moment has it.
    await delay(SETTLE_MS);
    if (!won || readFileSync(file, "utf8") !== mine) refuseIfAlive(file, place);
  }
  await endOrphans(place);
  return () => rmSync(file, { force: true });
}

/** Only its owner gets into a data folder. A folder that held something else before us is left as it is. */
function closeToOthers(dataDir: string): void {
  makeDataDir(dataDir);
  if (!existsSync(pidFolder(dataDir))) return;
  if (statSync(dataDir).uid === process.getuid?.()) chmodSync(dataDir, DATA_DIR_MODE);
}

function tryWrite(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx" });
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

/** Children that outlived a holder that was killed. */
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
