import "server-only";
/** Checks the logs of runs that ended against their seals, and their answers against what the trail says people read. */
import { checkRun, type RunVerdict } from "../../audit/runs/check-run.ts";
import { kysely } from "../client.ts";
import { SEAL_BATCH_RUNS } from "../limits.ts";
import { readAnswers, readErased, readLogs } from "./read-logs.ts";

export type RunsVerdict =
  | { ok: true; runs: number; erased: number }
  | ({ ok: false; place: number; runId: string } & Extract<RunVerdict, { ok: false }>);

/** The first run, by the place of its end, that is not what was sealed. The trail itself is checked apart. */
export async function checkRuns(): Promise<RunsVerdict> {
  let erased = 0;
  let runs = 0;
  for (let after = "-1"; ; ) {
    const seals = await readSeals(after);
    for (const { place, runId, verdict } of await checkBatch(seals)) {
      if (!verdict.ok) return { place, runId, ...verdict };
      if (verdict.erased > 0) erased += 1;
      runs += 1;
    }
    const last = seals.at(-1);
    if (!last?.place) return { ok: true, runs, erased };
    after = last.place;
  }
}

type Seal = Awaited<ReturnType<typeof readSeals>>[number];

async function checkBatch(seals: readonly Seal[]) {
  if (seals.length === 0) return [];
  const runIds = seals.map(({ run_id }) => run_id);
  return kysely()
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const erased = await readErased(transaction, runIds);
      const logs = await readLogs(transaction, runIds);
      const answers = await readAnswers(transaction, runIds);
      return seals.map(({ run_id: runId, place, commitments, answer, answer_salt }) => ({
        runId,
        place: Number(place),
        verdict: checkRun(
          { commitments, answer, answerSalt: answer_salt },
          {
            events: logs.get(runId) ?? [],
            answer: answers.get(runId) ?? null,
            erased: erased.get(runId) ?? null,
          },
        ),
      }));
    });
}

function readSeals(after: string) {
  return kysely()
    .selectFrom("run_seal")
    .innerJoin("audit_event", "audit_event.id", "run_seal.event_id")
    .select(["run_seal.run_id", "commitments", "answer", "answer_salt", "place"])
    .where("place", ">", after)
    .orderBy("place")
    .limit(SEAL_BATCH_RUNS)
    .execute();
}
