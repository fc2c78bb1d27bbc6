/** Where the words of a hop come from, by the manifests of its model calls: a model's words inherit the lowest of what it read. */
import "server-only";
import { madeFrom, type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type { TurnContext } from "../turn-context.ts";

/** @param reads what the hop rests on besides, see `AgentDescriptor.reads` */
export function originOfHop(
  context: Pick<TurnContext, "recorded">,
  hopRef: string,
  reads?: Origin,
): Origin {
  const read = readBy(context, (of) => of === hopRef);
  return madeFrom("model", reads === undefined ? read : [...read, reads]);
}

/** Where the words of all hops so far come from. */
export function originOfRun(context: Pick<TurnContext, "recorded">): Origin {
  return madeFrom(
    "model",
    readBy(context, () => true),
  );
}

function readBy({ recorded }: Pick<TurnContext, "recorded">, counts: (hopRef: string) => boolean) {
  return recorded.flatMap(({ body }) =>
    body.type === "model.called" && counts(body.hopRef)
      ? body.manifest.segments.flatMap(({ origins = [UNKNOWN] }) => origins)
      : [],
  );
}

/** Where the words of the turn's plan come from. One that waited keeps its origin, which its MAC is over. */
export function plannedFrom(
  context: Pick<TurnContext, "recorded" | "hop" | "resumedPlan">,
): Origin {
  if (!context.resumedPlan) return originOfHop(context, context.hop.ref);
  return madeFrom("model", [context.resumedPlan.suspended.origin ?? UNKNOWN]);
}
