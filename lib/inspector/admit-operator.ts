/** Admits operators to the inspector. Everybody else gets `not-found`, and the attempt is recorded. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import type { Permission } from "../access/permissions.ts";
import { recordRoleOnce } from "../db/accounts/record-role.ts";
import { recordDenial } from "../db/inspector/record-reads.ts";
import { AppError } from "../errors/app-error.ts";
import { log } from "../log/log.ts";

/**
 * @param actor null: signed out
 * @param target the address that was asked for
 * @throws AppError `not-found` for everybody who may not pass, after the attempt to record it; `audit-unavailable` for an
 *   operator whose role is not on record and cannot be recorded
 */
export async function admitOperator(
  actor: Actor | null,
  permission: Permission,
  target: string,
): Promise<Actor> {
  if (actor && can(actor, permission)) {
    await recordRoleOnce(actor.userId, actor.role);
    return actor;
  }
  // What is refused shows nothing, so it is refused whether or not the attempt can be recorded.
  await recordDenial(actor, target).catch((error: unknown) =>
    log().error({ err: error }, "a refused attempt was not recorded"),
  );
  throw new AppError("not-found", { detail: permission });
}
