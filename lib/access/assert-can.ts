/** Checks permissions. */
import { AppError } from "../errors/app-error.ts";
import type { Actor } from "./actor.ts";
import { type Permission, ROLE_PERMISSIONS } from "./permissions.ts";

/** True where the actor's role holds the permission. */
export function can(actor: Actor, permission: Permission): boolean {
  return ROLE_PERMISSIONS[actor.role].includes(permission);
}

/** @throws AppError `forbidden`, which is answered as "not found" */
export function assertCan(actor: Actor, permission: Permission): void {
  if (!can(actor, permission)) throw new AppError("forbidden", { detail: permission });
}
