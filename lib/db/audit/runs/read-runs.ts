/** Reads runs that are sealed: the seal, and what is stored of the run now. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { checkRun, type RunSeal, type RunVerdict, type StoredRun } from "../../../audit/run-log.ts";
import { type Database, kysely } from "../../client.ts";
import { SEAL_BATCH_RUNS } from "../../limits.ts";
import { uuids } from "../../typed-sql.ts";
import { readAnswers, readErased, readLogs } from "./read-logs.ts";

export type ReadRun = {
  runId: string;
  /** Place of the row that ends the run. */
  place: number;
  seal: RunSeal;
  stored: StoredRun;
  /** The place of the tombstone, where the run or its payloads were erased, and that row is sealed. */
  tombstone: number | null;
  /** Under which rule it was erased. */
  rule: string | null;
};

/** The runs whose end has a place behind this one, by it, a batch at a time. @param among null: all */
function readRunsAfter(place: number, among: readonly string[] | null): Promise<ReadRun[]> {
  return read((transaction) =>
    selectSeals(transaction)
      .where(sql<boolean>`place > ${place}::bigint`)
      .$if(among !== null, (seals) =>
        seals.where(sql<boolean>`run_seal.run_id = ANY(${uuids(among ?? [])})`),
      )
      .execute(),
  );
}

export async function readSealedRun(runId: string): Promise<ReadRun | null> {
  const [run] = await read((transaction) =>
    selectSeals(transaction).where("run_seal.run_id", "=", runId).execute(),
  );
  return run ?? null;
}

type Seal = Awaited<ReturnType<ReturnType<typeof selectSeals>["execute"]>>[number];

function selectSeals(executor: Kysely<Database>) {
  return executor
    .selectFrom("run_seal")
    .innerJoin("audit_event", (row) =>
      row
        .onRef("audit_event.id", "=", "run_seal.event_id")
        .onRef("audit_event.run_id", "=", "run_seal.run_id"),
    )
    .select(["run_seal.run_id", "commitments", "answer", "answer_salt", "place"])
    .where("place", "is not", null)
    .orderBy("place")
    .limit(SEAL_BATCH_RUNS);
}

/** All of it in one snapshot. */
function read(select: (transaction: Kysely<Database>) => Promise<Seal[]>): Promise<ReadRun[]> {
  return kysely()
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const seals = await select(transaction);
      const runIds = seals.map(({ run_id }) => run_id);
      if (runIds.length === 0) return [];
      const erased = await readErased(transaction, runIds);
      const logs = await readLogs(transaction, runIds);
      const answers = await readAnswers(transaction, runIds);
      const interrupted = await readInterrupted(transaction, runIds);
      // What stands of a run that went on in the backup is what it had written until then, not the answer that was sealed.
      const isCut = (runId: string) =>
        erased.get(runId)?.rule === "restore" && interrupted.has(runId);
      return seals.map(
        ({ run_id: runId, place, commitments, answer, answer_salt: answerSalt }) => ({
          runId,
          place: Number(place),
          seal: { commitments, answer, answerSalt },
          stored: {
            events: logs.get(runId) ?? [],
            answer: isCut(runId) ? null : (answers.get(runId) ?? null),
            erased: erased.get(runId)?.what ?? null,
          },
          tombstone: erased.get(runId)?.place ?? null,
          rule: erased.get(runId)?.rule ?? null,
        }),
      );
    });
}

/** A restored backup leaves runs so that went on in it. A later backup may have them whole. */
async function readInterrupted(
  executor: Kysely<Database>,
  runIds: readonly string[],
): Promise<Set<string>> {
  const rows = await executor
    .selectFrom("run")
    .select("id")
    .where("id", "in", [...runIds])
    .where("status", "=", "interrupted")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

type RunsVerdict =
  | { ok: true; runs: number; erased: number }
  | ({ ok: false; place: number; runId: string } & Extract<RunVerdict, { ok: false }>);

/**
 * Checks the logs of runs that ended against their seals, and their answers against what the trail says people read.
 * The first run, by the place of its end, that is not what was sealed. The trail itself is checked apart.
 * @param among the ids of the runs that are checked, at least one; null: all
 * @param from the place before which no end is looked at
 */
export async function checkRuns(
  among: readonly string[] | null = null,
  from = 0,
): Promise<RunsVerdict> {
  let [erased, runs] = [0, 0];
  for (let after = from - 1; ; ) {
    const batch = await readRunsAfter(after, among);
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
