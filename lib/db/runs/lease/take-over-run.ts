/** Takes over a run whose process is gone: its lease, and what is on record of it. */
import "server-only";
import { sql } from "kysely";
import { INSTANCE_GONE_MS } from "../../../contracts/limits.ts";
import { foldAnswer } from "../../../contracts/run/fold-answer.ts";
import { type LogEvent, readLogBody } from "../../../contracts/run/log-event.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { DEATHS_MAX, TAKEOVERS_MAX } from "../../limits.ts";
import { fromNow, fromThisMoment } from "../../typed-sql.ts";
import { insertEvents } from "../append-run-events.ts";
import { type Chain, signEvents, toEventRows } from "../signed-event.ts";
import { readChain } from "./read-chain.ts";
import { isOrphaned, type OrphanScope } from "./sweep-expired-runs.ts";

export type TakenRun = {
  id: string;
  /** The whole log, in order. The last event is the takeover. */
  events: readonly LogEvent[];
  chain: Chain;
  /** Somebody has asked to stop it. */
  isToStop: boolean;
};

export type NewOwner = { leaseOwner: string; leaseMs: number };

/**
 * One transaction: locks the run, so that its process can append nothing more; reads its log; makes the lease ours and
 * says so in the log.
 * @returns the run; `gone` if another process has it, or it is over; `spent` if too many processes died with it; `newer`
 *   where its log has events that this version does not know, so that only a newer one can go on; `forged` where the
 *   application did not create it, or did not write all of its log
 */
export function takeOverRun(
  runId: string,
  { leaseOwner, leaseMs }: NewOwner,
  scope?: OrphanScope,
): Promise<TakenRun | "gone" | "spent" | "newer" | "forged"> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const run = await transaction
        .selectFrom("run")
        .select(["lease_owner", "stop_requested_at"])
        .where("id", "=", runId)
        .where(isOrphaned(scope))
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!run) return "gone";
      const chain = await readChain(transaction, runId);
      if (!chain.isOwn) return "forged";
      const recorded = await readLog(transaction, runId);
      if (!recorded) return "newer";
      const owners = recorded.flatMap(({ body }) =>
        body.type === "run.taken_over" ? body.from : [],
      );
      if (await isSpent(transaction, owners)) return "spent";
      const takeover = {
        runId,
        seq: (recorded.at(-1)?.seq ?? 0) + 1,
        publicSeq: null,
        at: new Date().toISOString(),
        body: {
          type: "run.taken_over" as const,
          from: run.lease_owner,
          to: leaseOwner,
          takeover: owners.length + 1,
          length: foldAnswer(recorded.map(({ body }) => body)).text.length,
        },
      };
      await transaction
        .updateTable("run")
        .set({ lease_owner: leaseOwner, lease_until: fromThisMoment(sql<number>`${leaseMs}`) })
        .where("id", "=", runId)
        .execute();
      const signed = signEvents([takeover], chain.mac);
      await insertEvents(transaction, toEventRows(signed)).execute();
      const isToStop = run.stop_requested_at !== null;
      const [{ mac = null } = {}] = signed.map(({ signed }) => signed);
      const events = [...recorded, takeover];
      const { unsigned, begun } = chain;
      return { id: runId, events, chain: { mac, unsigned, begun }, isToStop };
    });
}

/**
 * Whether too many processes died while they owned the run. Two kinds of earlier owners do not count as dead: one that still
 * reports, which was only late, and one that was told to end, which handed the run over.
 */
async function isSpent(
  transaction: DatabaseTransaction,
  owners: readonly string[],
): Promise<boolean> {
  if (owners.length < DEATHS_MAX) return false;
  const { count } = await transaction
    .selectFrom("instance")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where(({ ref }) => sql<boolean>`${ref("id")} = ANY(${owners})`)
    .where(({ or, eb }) =>
      or([eb("is_draining", "=", true), eb("seen_at", ">", fromNow(-INSTANCE_GONE_MS))]),
    )
    .executeTakeFirstOrThrow();
  const deaths = new Set(owners).size - Number(count);
  return deaths >= DEATHS_MAX || owners.length >= TAKEOVERS_MAX;
}

/** The whole log in order; null where this version cannot read all of it. */
async function readLog(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<LogEvent[] | null> {
  const rows = await transaction
    .selectFrom("log_event")
    .select(["seq", "public_seq", "at", "type", "payload"])
    .where("run_id", "=", runId)
    .orderBy("seq")
    .execute();
  const events = rows.flatMap(({ seq, public_seq: publicSeq, at, type, payload }) => {
    const body = readLogBody({ type, payload });
    return body ? [{ runId, seq, publicSeq, at: at.toISOString(), body }] : [];
  });
  return events.length === rows.length ? events : null;
}
