/** Runs that an admin gave to an auditor for review: there the auditor reads what the person read. The trail is the state. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import { settings } from "../../../env/settings.ts";
import { AppError } from "../../../errors/app-error.ts";
import { ownRows } from "../../audit/own-rows.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { db, kysely } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { withAudit } from "../with-audit.ts";
import { readOpenings } from "./payload-openings.ts";
import { readTakenRuns } from "./taken-cases.ts";

/** The runs whose questions, answers and titles this operator reads. */
export type SaidScope = "all" | ReadonlySet<string>;

/** `opened`: those of them whose payloads the operator reads, too. */
export type ReadScopes = { said: SaidScope; opened: SaidScope };

/**
 * An admin reads what they gave a reason for, an auditor what was given to them, and a reviewer what was said up to the turn
 * of a case that they have. Decide once, at the beginning of a request and outside of transactions, and hand it on: an hour
 * may end meanwhile.
 * @throws AppError `audit-unavailable`
 */
export async function readScopesOf(actor: Actor): Promise<ReadScopes> {
  const { PAYLOAD_REASON, AUDITORS_SEE_CONVERSATIONS } = settings();
  if (can(actor, "payload:read")) {
    if (PAYLOAD_REASON === "free") return { said: "all", opened: "all" };
    const opened = new Set((await readOpenings(actor)).keys());
    return { said: opened.union(new Set(await readTakenRuns(actor))), opened };
  }
  const opened = new Set<string>();
  if (AUDITORS_SEE_CONVERSATIONS === "always") return { said: "all", opened };
  const [given, taken] = [await listReviews(actor.userId), await readTakenRuns(actor)];
  return { said: new Set([...given, ...taken]), opened };
}

/** As `readScopesOf`, for what shows no payloads. */
export async function saidScopeOf(actor: Actor): Promise<SaidScope> {
  return (await readScopesOf(actor)).said;
}

/** Whether it has one of these runs. */
export function isSaidTo(said: SaidScope, runIds: readonly string[]): boolean {
  return said === "all" || runIds.some((runId) => said.has(runId));
}

/** @throws AppError `forbidden` without `review:give`, `not-found` for no run or no auditor, `audit-unavailable` */
export async function giveForReview(
  actor: Actor,
  runId: string,
  { auditorId, isGiven }: { auditorId: string; isGiven: boolean },
): Promise<void> {
  assertCan(actor, "review:give");
  const auditor = await db().user.findFirst({ where: { id: auditorId, role: "auditor" } });
  if (!auditor || (await db().run.count({ where: { id: runId } })) === 0)
    throw new AppError("not-found");
  await withAudit(() =>
    recordAudit(kysely(), {
      actorId: actor.userId,
      action: isGiven ? "review.given" : "review.withdrawn",
      target: `run:${runId}`,
      outcome: "allowed",
      subjectId: auditorId,
      runId,
      detail: {},
    }),
  );
}

export type Reviewer = { id: string; name: string; isGiven: boolean };

/** @throws AppError `forbidden` without `review:give` */
export async function listReviewers(actor: Actor, runId: string): Promise<Reviewer[]> {
  assertCan(actor, "review:give");
  const auditors = await db().user.findMany({
    where: { role: "auditor" },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
  const given = await readGiven({ runId });
  return auditors.map((auditor) => ({ ...auditor, isGiven: given.has(`${auditor.id} ${runId}`) }));
}

/**
 * What is given by the newest row of each auditor and run; rows that the application did not write give nothing.
 * @returns keys out of auditor and run
 */
async function readGiven(of: { runId: string } | { auditorId: string }): Promise<Set<string>> {
  const asked = kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", ["review.given", "review.withdrawn"])
    .$if("runId" in of, (rows) => rows.where("run_id", "=", "runId" in of ? of.runId : ""))
    .$if("auditorId" in of, (rows) =>
      rows.where("subject_id", "=", "auditorId" in of ? of.auditorId : ""),
    )
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    // Clocks of instances differ. A row without a place was written after those that have one.
    .orderBy(sql`place NULLS LAST`)
    .orderBy("at")
    .orderBy("id");
  const rows = await withAudit(() => asked.execute());
  const given = new Set<string>();
  for (const { subject_id: auditorId, run_id: runId, action } of await ownRows(rows)) {
    const key = `${auditorId} ${runId}`;
    if (action === "review.given") given.add(key);
    else given.delete(key);
  }
  return given;
}

async function listReviews(auditorId: string): Promise<string[]> {
  return [...(await readGiven({ auditorId }))].map((key) => key.slice(auditorId.length + 1));
}
