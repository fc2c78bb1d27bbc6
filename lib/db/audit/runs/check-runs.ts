/** Checks the logs of runs that ended against their seals, and their answers against what the trail says people read. */
import "server-only";
import { checkRun, type RunVerdict } from "../../../audit/runs/check-run.ts";
import { readRunsAfter } from "./read-runs.ts";

export type RunsVerdict =
  | { ok: true; runs: number; erased: number }
  | ({ ok: false; place: number; runId: string } & Extract<RunVerdict, { ok: false }>);

/** The first run, by the place of its end, that is not what was sealed. The trail itself is checked apart. */
export async function checkRuns(): Promise<RunsVerdict> {
  let [erased, runs] = [0, 0];
  for (let after = -1; ; ) {
    const batch = await readRunsAfter(after);
    for (const { place, runId, seal, stored } of batch) {
      const verdict = checkRun(seal, stored);
      if (!verdict.ok) return { place, runId, ...verdict };
      if (verdict.erased > 0) erased += 1;
      runs += 1;
      after = place;
    }
    if (batch.length === 0) return { ok: true, runs, erased };
  }
}
