/** Wraps every inspector handler: operators get the answer, all others get 404. */
import "server-only";
import { type Contract, parseAs } from "@/app/api/parse-request.ts";
import { respond, respondJson } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import type { Permission } from "@/lib/access/permissions.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";

/** Called only if the actor has the permission. */
type Answer<Result> = (actor: Actor, query: Record<string, string>) => Promise<Result>;

/** @param answer builds the body */
export function respondOperator(
  request: Request,
  permission: Permission,
  answer: Answer<unknown>,
): Promise<Response> {
  return respondJson(() => admit(request, permission, answer));
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

/** The same for a handler that answers with a file. */
export function respondOperatorFile(
  request: Request,
  permission: Permission,
  answer: Answer<Response>,
): Promise<Response> {
  return respond(() => admit(request, permission, answer));
}

async function admit<Result>(
  request: Request,
  permission: Permission,
  answer: Answer<Result>,
): Promise<Result> {
  const { pathname, searchParams } = new URL(request.url);
  const actor = await admitOperator(await getActor(), permission, pathname);
  return answer(actor, Object.fromEntries(searchParams));
}
