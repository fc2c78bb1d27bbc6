/** The work that takes the most of a server, and the one way to do it: at a place that its kind shares fairly between people. */
import "server-only";
import { availableParallelism } from "node:os";
import { processWide } from "../env/process-wide.ts";
import { type Settings, settings } from "../env/settings.ts";
import { AppError } from "../errors/app-error.ts";
import { metrics } from "../metrics/metrics.ts";
import { FairGate, type Leave, type Who } from "./fair-gate.ts";
import { PLACES } from "./limits.ts";
import { RecentUse } from "./recent-use.ts";

/**
 * `upload`: the bytes of a file, from its first one until it is read or refused. `read`: the text of a file, or a picture. `print`: a PDF. `search`: in the database. `fetch`: a page, a picture or
 * a web search, which wait for another server.
 */
export const WORK = ["upload", "read", "print", "python", "search", "export", "fetch"] as const;
export type Work = (typeof WORK)[number];

/** For commands, which serve no person. */
export const NOBODY: Who = { person: "nobody" };

type PlaceSettings = Pick<
  Settings,
  | "FILES_READ_AT_ONCE"
  | "PRINTS_AT_ONCE"
  | "PYTHON_AT_ONCE"
  | "PYTHON_MAX_WARM"
  | "SEARCHES_AT_ONCE"
  | "EXPORTS_AT_ONCE"
  | "FETCHES_AT_ONCE"
  | "HALFSILVER_WORKERS"
>;

/**
 * Places of one process for each kind of work.
 * @param processors of the machine, which its server processes share
 */
export function placesOf(given: PlaceSettings, processors: number): Record<Work, number> {
  const own = Math.ceil(processors / given.HALFSILVER_WORKERS);
  const processes = between(PLACES.processesMin, own, PLACES.processesMax);
  const python = between(PLACES.pythonMin, own, PLACES.pythonMax);
  const queries = between(PLACES.queriesMin, own, PLACES.queriesMax);
  const fetches = between(PLACES.fetchesMin, own * PLACES.fetchesPerProcessor, PLACES.fetchesMax);
  return {
    upload: PLACES.uploads,
    read: given.FILES_READ_AT_ONCE ?? processes,
    print: given.PRINTS_AT_ONCE ?? processes,
    python: given.PYTHON_AT_ONCE ?? Math.max(python, given.PYTHON_MAX_WARM),
    search: given.SEARCHES_AT_ONCE ?? queries,
    export: given.EXPORTS_AT_ONCE ?? queries,
    fetch: given.FETCHES_AT_ONCE ?? fetches,
  };
}

/**
 * One person has half of them, so that a place stays for another: none of this work can be interrupted for somebody. Of
 * uploads, which hold their bytes in memory, they have fewer.
 */
export function placesPerPersonOf(work: Work, places: number): number {
  if (work === "upload") return PLACES.uploadsPerPerson;
  return Math.max(1, Math.floor(places / 2));
}

const between = (min: number, wanted: number, max: number) => Math.min(Math.max(min, wanted), max);

/** Work in a process of its own: it uses a processor for as long as it holds its place, so use decides who is next. */
const BY_USE: ReadonlySet<Work> = new Set(["read", "print", "python"]);
const use = processWide("work-use", () => new RecentUse());

/** Whether a process for this person runs behind those of others, because this person has recently used much more. */
export function givesWay({ person }: Pick<Who, "person">): boolean {
  return use().isAhead(person);
}

const gates = processWide("work-gates", () => {
  const places = placesOf(settings(), availableParallelism());
  const open = (work: Work) =>
    new FairGate({
      places: places[work],
      placesPerPerson: placesPerPersonOf(work, places[work]),
      ...(BY_USE.has(work) && { use: use() }),
      onWaiting: (waiting) => metrics().waitingWork.set({ work }, waiting),
    });
  return new Map<Work, FairGate>(WORK.map((work) => [work, open(work)]));
});

/**
 * Waits for a place. Whoever gets one must leave it.
 * @throws AppError `too-much-at-once` where the line is too long
 */
export async function takePlace(work: Work, who: Who): Promise<Leave | "aborted"> {
  const entered = await gates().get(work)?.enter(who);
  if (entered !== undefined && entered !== "too-long") return entered;
  metrics().refusedWork.inc({ work });
  throw new AppError("too-much-at-once", { detail: work });
}

/**
 * Does something at a place. What it does must not ask for a place of the same kind: a person may have only one.
 * @throws AppError `too-much-at-once`; the reason of the signal where it aborts the wait
 */
export async function shareWork<Result>(
  work: Work,
  who: Who,
  perform: () => Promise<Result>,
): Promise<Result> {
  const leave = await takePlace(work, who);
  if (leave === "aborted") throw who.signal?.reason;
  try {
    return await perform();
  } finally {
    leave();
  }
}

/**
 * Makes each step at a place of its own, and holds none in between: whoever reads slowly takes nothing from others. Only the
 * first step can be refused.
 * @throws AppError `too-much-at-once`
 */
export async function* shareSteps<Step>(
  work: Work,
  who: Who,
  steps: AsyncGenerator<Step, void>,
): AsyncGenerator<Step, void> {
  let step = await shareWork(work, who, () => steps.next());
  try {
    while (!step.done) {
      yield step.value;
      step = await shareWork(work, { ...who, goesOn: true }, () => steps.next());
    }
  } finally {
    await steps.return();
  }
}
