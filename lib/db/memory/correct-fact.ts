import "server-only";
/** The person corrects one fact of a running intake: a recorded delta like any other, made by them. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import type { AgentDescriptor } from "../../agents/define-agent.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { PublicFact } from "../../contracts/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import type { ContextState } from "../../hidden-state/state-schemas.ts";
import { db } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { storableText } from "../storable-json.ts";
import { listUnderstood, readContext } from "./list-understood.ts";

export type FactCorrection = { conversationId: string; path: string; value: string };

/**
 * @returns the facts after the correction
 * @throws AppError `not-found` (no such conversation or fact of this actor's), `run-active`, `invalid`
 */
export async function correctFact(
  actor: Actor,
  input: FactCorrection,
  { factKeeper }: Pick<AgentRegistry, "factKeeper"> = REGISTRY,
): Promise<PublicFact[]> {
  assertCan(actor, "chat:use");
  if (!factKeeper) throw new AppError("not-found");
  return db().$transaction((tx) => correct(tx, actor, factKeeper, input));
}

async function correct(
  tx: Prisma.TransactionClient,
  actor: Actor,
  agent: AgentDescriptor,
  { conversationId, path, value }: FactCorrection,
): Promise<PublicFact[]> {
  // The lock keeps a turn from beginning between the look and the change.
  const locked = { id: conversationId, userId: actor.userId };
  const owned = await tx.conversation.updateMany({ where: locked, data: { id: conversationId } });
  if (owned.count === 0) throw new AppError("not-found");
  if (
    await tx.run.findFirst({ where: { conversationId, status: "running" }, select: { id: true } })
  ) {
    throw new AppError("run-active");
  }
  const of = { conversationId, agentId: agent.id };
  const stored = await tx.hiddenState.findFirst({
    where: { ...of, quarantinedAt: null },
    orderBy: { version: "desc" },
  });
  const context = readContext(agent, stored?.state);
  const correction = agent.facts?.correct(context, path, storableText(value));
  if (!stored || !correction) throw new AppError("not-found");
  const { delta, applied } = correction;
  if (!applied.ok) throw new AppError("invalid", { detail: applied.detail });
  const state = encodeStoredState({
    context_state: applied.state as ContextState["context_state"],
    schema: agent.state.schema,
  });
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const version = stored.version + 1;
  await tx.hiddenState.create({
    data: { id: randomUUID(), ...of, version, state: state as Prisma.InputJsonValue, bytes },
  });
  const last = await tx.contextDelta.aggregate({ where: of, _max: { ordinal: true } });
  const { beforeSha256, afterSha256 } = applied;
  await tx.contextDelta.create({
    data: {
      id: randomUUID(),
      ...of,
      ordinal: (last._max.ordinal ?? 0) + 1,
      origin: "person",
      delta: delta as Prisma.InputJsonValue,
      patch: applied.patch as unknown as Prisma.InputJsonValue,
      beforeSha256,
      afterSha256,
    },
  });
  return listUnderstood(agent, state);
}
