/** Where a person is signed in: their sessions, without the tokens. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";

export type Device = {
  id: string;
  /** As the browser names itself; null where it did not. */
  userAgent: string | null;
  signedInAt: Date;
  isThis: boolean;
};

/** @param token of the session that asks */
export async function listDevices(actor: Actor, token: string): Promise<Device[]> {
  assertCan(actor, "chat:use");
  const rows = await kysely()
    .selectFrom("session")
    .select(["id", "user_agent", "created_at", "token"])
    .where("user_id", "=", actor.userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    signedInAt: row.created_at,
    isThis: row.token === token,
  }));
}

/**
 * Signs out one other device, or all others. The session that asks stays.
 * @param id null: all others
 * @returns the tokens of the sessions that ended
 */
export function signOutDevices(actor: Actor, token: string, id: string | null): Promise<string[]> {
  assertCan(actor, "chat:use");
  const { userId } = actor;
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const ended = await transaction
        .deleteFrom("session")
        .where("user_id", "=", userId)
        .where("token", "!=", token)
        .$if(id !== null, (others) => others.where("id", "=", id ?? ""))
        .returning("token")
        .execute();
      for (const _session of ended) {
        await recordAudit(transaction, {
          actorId: userId,
          action: "person.signed-out",
          target: `user:${userId}`,
          outcome: "allowed",
          subjectId: userId,
          detail: {},
        });
      }
      return ended.map((session) => session.token);
    });
}
