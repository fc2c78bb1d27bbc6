/** Wraps every inspector handler: operators get the answer, all others get 404. */
import "server-only";
import { type Contract, parseAs } from "@/app/api/parse-request.ts";
import { respondJson } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import type { Permission } from "@/lib/access/permissions.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";

/** @param answer builds the body; called only if the actor has the permission */
export function respondOperator(
  request: Request,
  permission: Permission,
  answer: (actor: Actor, query: Record<string, string>) => Promise<unknown>,
): Promise<Response> {
  return respondJson(async () => {
    const { pathname, searchParams } = new URL(request.url);
    const actor = await admitOperator(await getActor(), permission, pathname);
    return answer(actor, Object.fromEntries(searchParams));
  });
}

/** The same for a handler whose query has a contract: any other query is `invalid`. */
export function respondQuery<Query>(
  request: Request,
  permission: Permission,
  contract: Contract<Query>,
  answer: (actor: Actor, query: Query) => Promise<unknown>,
): Promise<Response> {
  return respondOperator(request, permission, (actor, query) =>
    answer(actor, parseAs(contract, query)),
  );
}
