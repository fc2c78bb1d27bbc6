/** Runs that an admin gave to an auditor for review: there the auditor reads what the person read. The trail is the state. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan, can } from "../../access/assert-can.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";
import { table } from "../typed-sql.ts";
import type { PayloadScope } from "./payload-openings.ts";
import { withAudit } from "./with-audit.ts";

/** The runs whose visible conversation this operator reads. */
export type SaidScope = "all" | ReadonlySet<string>;

export async function saidScopeOf(actor: Actor): Promise<SaidScope> {
  const isOpen = can(actor, "payload:read") || settings().AUDITORS_SEE_CONVERSATIONS === "always";
  return isOpen ? "all" : new Set(await listReviews(actor.userId));
}

/** Whether they read it in all of these runs, or in a conversation of which one run was given to them. */
export async function maySeeSaid(actor: Actor, scope: PayloadScope): Promise<boolean> {
  const said = await saidScopeOf(actor);
  if (said === "all") return true;
  if ("runIds" in scope) return scope.runIds.every((runId) => said.has(runId));
  const where = { conversationId: scope.conversationId, id: { in: [...said] } };
  return (await db().run.count({ where })) > 0;
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
  const newest = sql`
    SELECT action FROM ${table("audit_event")}
    WHERE subject_id = auditor.id AND run_id = ${runId}::uuid
      AND action IN ('review.given', 'review.withdrawn')
    ORDER BY at DESC, id DESC LIMIT 1`;
  const { rows } = await sql<Reviewer>`
    SELECT id, name, coalesce((${newest}) = 'review.given', false) AS "isGiven"
    FROM ${table("user")} AS auditor WHERE role = 'auditor' ORDER BY name`.execute(kysely());
  return rows;
}

async function listReviews(auditorId: string): Promise<string[]> {
  const { rows } = await sql<{ run_id: string }>`
    SELECT run_id FROM (
      SELECT DISTINCT ON (run_id) run_id, action FROM ${table("audit_event")}
      WHERE subject_id = ${auditorId} AND action IN ('review.given', 'review.withdrawn')
      ORDER BY run_id, at DESC, id DESC
    ) AS newest WHERE action = 'review.given'`.execute(kysely());
  return rows.map(({ run_id }) => run_id);
}
