/**
 * Whether rows are there: a trigger can take an insert back, or a commit delete it, without an error. A look is answered
 * once its row was read in committed state; one at payloads, once it is sealed and anchored.
 */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { kysely } from "../client.ts";
import { SEALED_POLL_MS, SEALED_WITHIN_MS } from "../limits.ts";
import { sealer } from "./seal/sealer.ts";

/** Call it behind the commit. @throws Error where one of them is not there */
export async function assertKept(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const kept = await kysely()
    .selectFrom("audit_event")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  if (kept.length < ids.length) throw new Error("a row of the trail is gone after its commit");
}

/**
 * Seals the row, or waits for whoever is sealing.
 * @throws Error where that takes longer than three seconds, BrokenTrail where nothing can be sealed
 */
export async function untilSealed(id: string): Promise<void> {
  for (const until = performance.now() + SEALED_WITHIN_MS; ; await delay(SEALED_POLL_MS)) {
    await sealer().pass();
    const row = await kysely()
      .selectFrom("audit_event")
      .innerJoin("audit_leaf", "audit_leaf.event_id", "audit_event.id")
      .select("audit_leaf.place")
      .where("audit_event.id", "=", id)
      .executeTakeFirst();
    if (row) return;
    if (performance.now() > until) throw new Error("a row of the trail was not sealed in time");
  }
}
