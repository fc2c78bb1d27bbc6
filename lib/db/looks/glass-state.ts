/** Whether people are told who looked at what they wrote. The trail is the state: its newest change counts. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { isBehind, ownRows } from "../audit/own-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { GLASS_ROWS_READ, ROW_TIME_TOLERANCE_MS } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";

export type Turn = "on" | "off";

type GlassChange = { to: Turn; at: Date; by: string | null };

export type GlassState = {
  /** False: people are not told. */
  isOn: boolean;
  /** The newest change that two admins agreed on; null: never. */
  changed: GlassChange | null;
  /** What one admin has asked for, and another one may agree to. */
  asked: (GlassChange & { actorId: string | null; reason: string }) | null;
};

const targetOf = (to: Turn) => `glass:${to}`;
const toTurn = (target: string): Turn => (target === targetOf("off") ? "off" : "on");

export async function readGlass(): Promise<GlassState> {
  const [changed, asked] = await Promise.all([
    newestOwn("glass.changed"),
    newestOwn("glass.change-asked"),
  ]);
  const isOpen = asked !== null && (changed === null || isBehind(asked, changed));
  return {
    isOn: changed === null || toTurn(changed.target) === "on",
    changed: changed && (await toChange(changed)),
    asked: isOpen
      ? { ...(await toChange(asked)), actorId: asked.actorId, reason: reasonOf(asked.detail) }
      : null,
  };
}

/** A row that the application did not write changes nothing, also before the sealer has put it aside. */
async function newestOwn(action: "glass.changed" | "glass.change-asked") {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", action)
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    // Clocks of instances differ: a row without a place was written after those that have one.
    .orderBy(sql`place DESC NULLS FIRST`)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(GLASS_ROWS_READ)
    .execute();
  const [row] = await ownRows(rows);
  return row ? { ...row, actorId: row.actor_id } : null;
}

/** @throws AppError `forbidden` without `glass:change`, `audit-unavailable` */
export async function askForGlass(actor: Actor, to: Turn, reason: string): Promise<void> {
  assertCan(actor, "glass:change");
  await withAudit(() =>
    recordAudit(kysely(), {
      actorId: actor.userId,
      action: "glass.change-asked",
      target: targetOf(to),
      outcome: "allowed",
      detail: { to, reason },
    }),
  );
}

/**
 * @throws AppError `forbidden` without `glass:change`, `needs-another-admin` for the admin who asked, `not-found` where nobody
 *   has asked
 */
export async function agreeToGlass(actor: Actor): Promise<void> {
  assertCan(actor, "glass:change");
  const { asked } = await readGlass();
  if (!asked) throw new AppError("not-found");
  if (asked.actorId === actor.userId) throw new AppError("needs-another-admin");
  const { to, actorId } = asked;
  await withAudit(() =>
    recordAudit(kysely(), {
      actorId: actor.userId,
      action: "glass.changed",
      target: targetOf(to),
      outcome: "allowed",
      detail: { to, askedBy: actorId ?? "" },
    }),
  );
}

type Row = { target: string; at: Date; actorId: string | null };

async function toChange({ target, at, actorId }: Row): Promise<GlassChange> {
  const person = actorId && (await db().user.findUnique({ where: { id: actorId } }));
  return { to: toTurn(target), at, by: person ? person.name : null };
}

function reasonOf(detail: unknown): string {
  return (detail as { reason?: string } | null)?.reason ?? "";
}
