/**
 * Four eyes (`PAYLOAD_SECOND_ADMIN`): what an admin asks to read opens once another admin has confirmed it. The trail is the
 * state: the request is a row, the decision another one, and the row that opens it is written together with the decision.
 */
import "server-only";
import { type Kysely, sql } from "kysely";
import { type Actor, Role } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import { AUDIT_DETAILS, type AuditEvent } from "../../../contracts/audit/audit-event.ts";
import { settings } from "../../../env/settings.ts";
import { AppError } from "../../../errors/app-error.ts";
import { hasOwnMac, ownRows, type StoredRow } from "../../audit/own-rows.ts";
import { type Database, db, kysely } from "../../client.ts";
import { OPENING_REQUEST_MS, OPENING_REQUESTS_READ, ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { recordSealedLook, recordSealedLooks } from "../record-look.ts";
import { withAudit } from "../with-audit.ts";

/** Whether a reason opens nothing until another admin has confirmed it. */
export function needsSecondAdmin(): boolean {
  const { PAYLOAD_REASON, PAYLOAD_SECOND_ADMIN } = settings();
  return PAYLOAD_REASON === "required" && PAYLOAD_SECOND_ADMIN === "on";
}

/** What is asked for: the payloads of a run, or a search of what everybody said. */
type Wanted = { runId: string } | { words: string };

export type OpeningRequest = Wanted & {
  /** Of the row that asks. */
  id: string;
  at: Date;
  /** Then nobody can confirm it any more. */
  until: Date;
  askedBy: string;
  reason: string;
};

type Searched = Extract<AuditEvent, { action: "search.asked" }>["detail"];

/** Answered once the request is sealed. @throws AppError `forbidden` without `payload:read`, `audit-unavailable` */
export async function askToOpen(
  actor: Actor,
  run: { id: string; conversationId: string; userId: string },
  reason: string,
): Promise<void> {
  assertCan(actor, "payload:read");
  await recordSealedLook({
    actorId: actor.userId,
    action: "opening.asked",
    target: `run:${run.id}`,
    outcome: "allowed",
    subjectId: run.userId,
    runId: run.id,
    detail: { conversationId: run.conversationId, reason },
  });
}

/** As `askToOpen`, for a search of what everybody said. */
export async function askToSearch(actor: Actor, searched: Searched): Promise<void> {
  assertCan(actor, "payload:read");
  await recordSealedLook({
    actorId: actor.userId,
    action: "search.asked",
    target: "runs",
    outcome: "allowed",
    detail: searched,
  });
}

/**
 * The requests that wait for a second admin, this operator's own among them, the oldest first. Of a run that is gone: none.
 * @throws AppError `forbidden` without `opening:decide`, `audit-unavailable`
 */
export async function listRequests(
  actor: Actor,
): Promise<(OpeningRequest & { by: string | null })[]> {
  assertCan(actor, "opening:decide");
  if (!needsSecondAdmin()) return [];
  const waiting = await withAudit(() => readWaiting(kysely()));
  const askers = waiting.map(({ askedBy }) => askedBy);
  const asked = waiting.flatMap((request) => ("runId" in request ? request.runId : []));
  const [people, runs] = await Promise.all([
    db().user.findMany({ where: { id: { in: askers } } }),
    db().run.findMany({ where: { id: { in: asked } }, select: { id: true } }),
  ]);
  const isThere = (request: OpeningRequest) =>
    !("runId" in request) || runs.some(({ id }) => id === request.runId);
  return waiting.filter(isThere).map((request) => ({
    ...request,
    by: people.find(({ id }) => id === request.askedBy)?.name ?? null,
  }));
}

/** What became of this operator's own request. `by`: who refused it; null: nobody yet, or the account is gone. */
export type OwnRequest = { state: "waiting" | "refused"; by: string | null; until: Date };

/**
 * The newest request of this operator for a run or for words, until it ends.
 * @returns null: there is none, or it was confirmed
 * @throws AppError `audit-unavailable`
 */
export async function readOwnRequest(actor: Actor, wanted: Wanted): Promise<OwnRequest | null> {
  if (!needsSecondAdmin() || !can(actor, "payload:read")) return null;
  const all = await withAudit(() => readAsked(kysely(), actor.userId));
  const own = all.findLast(
    ({ request }) => keyOf(request) === keyOf({ ...wanted, askedBy: actor.userId }),
  );
  if (!own) return null;
  const { decision, request } = own;
  const { until } = request;
  const isConfirmed = decision?.action === "opening.confirmed";
  if (isConfirmed && decision.place !== null) return null;
  // What was confirmed a moment ago opens once it is sealed.
  if (!decision || isConfirmed) return { state: "waiting", by: null, until };
  const decider = await db().user.findUnique({ where: { id: decision.actor_id ?? "" } });
  return { state: "refused", by: decider?.name ?? null, until };
}

/** Whether no other admin has an account that stays and may sign in: then nobody can confirm what this one asks for. */
export async function isOnlyAdmin({ userId }: Actor): Promise<boolean> {
  const maySignIn = [{ banned: false }, { banExpires: { lte: new Date() } }];
  const where = { role: "admin", id: { not: userId }, eraseAt: null, OR: maySignIn };
  return (await db().user.count({ where })) === 0;
}

/**
 * Confirms or refuses what another admin asks for. The decision, and what it opens, are answered once they are sealed.
 * @throws AppError `forbidden` without `opening:decide`, `not-found` where there is no such request or what it asks for is
 * gone, `needs-another-admin` for the admin who asked, `request-over` where it was decided or has ended, `asker-is-no-admin`,
 * `audit-unavailable`
 */
export async function decideRequest(
  actor: Actor,
  requestId: string,
  decision: "confirm" | "refuse",
): Promise<void> {
  assertCan(actor, "opening:decide");
  if (!needsSecondAdmin()) throw new AppError("not-found");
  await recordSealedLooks((record) =>
    kysely()
      .transaction()
      .execute(async (transaction) => {
        const request = await lockRequest(transaction, requestId);
        if (request.askedBy === actor.userId) throw new AppError("needs-another-admin");
        const opening = decision === "confirm" ? await toOpening(transaction, request) : null;
        const { subjectId = null, runId = null } =
          opening ?? (await subjectOf(transaction, request));
        await record(transaction, {
          actorId: actor.userId,
          action: decision === "confirm" ? "opening.confirmed" : "opening.refused",
          target: targetOf(requestId),
          outcome: "allowed",
          subjectId,
          runId,
          detail: { askedBy: request.askedBy },
        });
        if (opening) await record(transaction, opening);
      }),
  );
}

/**
 * Who confirmed what was asked for by these rows.
 * @param requestIds of the rows that asked
 * @returns by the row's id: the id of the account. What the application did not write confirms nothing
 */
export async function readConfirmers(requestIds: readonly string[]): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map();
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "opening.confirmed")
    .where("target", "in", requestIds.map(targetOf))
    .execute();
  return new Map(
    (await ownRows(rows)).flatMap(({ target, actor_id: confirmer }) =>
      confirmer === null ? [] : [[target.slice(targetOf("").length), confirmer] as const],
    ),
  );
}

const targetOf = (requestId: string) => `opening:${requestId}`;

type Executor = Kysely<Database>;

/** Of two who decide at once, the second one finds it decided. */
async function lockRequest(transaction: Executor, requestId: string): Promise<OpeningRequest> {
  const row = await transaction
    .selectFrom("audit_event")
    .selectAll()
    .where("id", "=", requestId)
    .where("action", "in", ["opening.asked", "search.asked"])
    .forUpdate()
    .executeTakeFirst();
  if (!row || !hasOwnMac(row)) throw new AppError("not-found");
  const request = (await readWaiting(transaction)).find(({ id }) => id === requestId);
  if (!request) throw new AppError("request-over");
  return request;
}

/** The row that opens it, in the name of who asked. */
async function toOpening(transaction: Executor, request: OpeningRequest): Promise<AuditEvent> {
  const { id: requestId, askedBy: actorId, reason } = request;
  const asker = await transaction
    .selectFrom("user")
    .select("role")
    .select(sql<boolean>`banned AND (ban_expires <= now()) IS NOT TRUE`.as("isBanned"))
    .where("id", "=", actorId)
    .executeTakeFirst();
  const { data: role } = Role.safeParse(asker?.role);
  if (!role || asker?.isBanned || !can({ userId: actorId, role }, "payload:read"))
    throw new AppError("asker-is-no-admin");
  if ("runId" in request) {
    const { runId } = request;
    const { subjectId, conversationId } = await subjectOf(transaction, request);
    const detail = { conversationId, reason, requestId };
    const about = { target: `run:${runId}`, outcome: "allowed", subjectId, runId } as const;
    return { actorId, action: "payloads.opened", ...about, detail };
  }
  const { words, filters } = await readSearched(transaction, requestId);
  const detail = { words, filters, reason, requestId };
  return { actorId, action: "words.searched", target: "runs", outcome: "allowed", detail };
}

type Subject = { subjectId: string | null; runId: string | null; conversationId: string };

async function subjectOf(transaction: Executor, request: OpeningRequest): Promise<Subject> {
  if (!("runId" in request)) return { subjectId: null, runId: null, conversationId: "" };
  const { runId } = request;
  const run = await transaction
    .selectFrom("run")
    .select(["user_id", "conversation_id"])
    .where("id", "=", runId)
    .executeTakeFirst();
  if (!run) throw new AppError("not-found");
  return { subjectId: run.user_id, runId, conversationId: run.conversation_id };
}

async function readSearched(transaction: Executor, requestId: string): Promise<Searched> {
  const { detail } = await transaction
    .selectFrom("audit_event")
    .select("detail")
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  return AUDIT_DETAILS["search.asked"].parse(detail);
}

/** Not decided, not ended, and not asked again since. */
async function readWaiting(executor: Executor): Promise<OpeningRequest[]> {
  const asked = await readAsked(executor, null);
  const newest = new Map(asked.map((one) => [keyOf(one.request), one]));
  return asked
    .filter((one) => !one.decision && newest.get(keyOf(one.request)) === one)
    .map(({ request }) => request);
}

function keyOf(request: Wanted & { askedBy: string }): string {
  const wanted = "runId" in request ? ["run", request.runId] : ["words", request.words];
  return JSON.stringify([request.askedBy, ...wanted]);
}

type Asked = { request: OpeningRequest; decision: StoredRow | null };

/**
 * The requests that have not ended, the oldest first, with what was decided. By their MACs alone: the signed tree would be
 * read on another connection, and this is part of a transaction.
 * @param askedBy null: anybody
 */
async function readAsked(executor: Executor, askedBy: string | null): Promise<Asked[]> {
  const newest = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", ["opening.asked", "search.asked"])
    .where("at", ">", fromNow(-OPENING_REQUEST_MS))
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    .$if(askedBy !== null, (rows) => rows.where("actor_id", "=", askedBy))
    // Clocks of instances differ: a row without a place was written after those that have one.
    .orderBy(sql`place DESC NULLS FIRST`)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(OPENING_REQUESTS_READ)
    .execute();
  const own = newest.toReversed().filter(hasOwnMac);
  const asked = own.map(toRequest).filter((request) => request !== null);
  if (asked.length === 0) return [];
  const decided = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", ["opening.confirmed", "opening.refused"])
    .where(
      "target",
      "in",
      asked.map(({ id }) => targetOf(id)),
    )
    .execute();
  const decisions = new Map(decided.filter(hasOwnMac).map((row) => [row.target, row]));
  return asked.map((request) => ({
    request,
    decision: decisions.get(targetOf(request.id)) ?? null,
  }));
}

/** Null where what it says was erased. */
function toRequest(row: StoredRow): OpeningRequest | null {
  const { id, at, actor_id: askedBy, run_id: runId, detail } = row;
  const { reason, words } = Object(detail) as { reason?: string; words?: string };
  if (askedBy === null || reason === undefined) return null;
  const until = new Date(at.getTime() + OPENING_REQUEST_MS);
  const asked = { id, at, until, askedBy, reason };
  if (row.action === "search.asked") return words === undefined ? null : { ...asked, words };
  return runId === null ? null : { ...asked, runId };
}
