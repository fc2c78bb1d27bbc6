import "server-only";
/** Admits operators to the inspector. Everybody else gets `not-found`, and the attempt is recorded. */
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import type { Permission } from "../access/permissions.ts";
import { recordDenial } from "../db/inspector/record-denial.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * @param actor null: signed out
 * @param target the address that was asked for
 * @throws AppError `not-found` for everybody who may not pass, once the attempt is stored
 */
export async function admitOperator(
  actor: Actor | null,
  permission: Permission,
  target: string,
): Promise<Actor> {
  if (actor && can(actor, permission)) return actor;
  await recordDenial(actor, target);
  throw new AppError("not-found", { detail: permission });
}
