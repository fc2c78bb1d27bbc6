/** Recorded deltas of context state and the resulting states, for tests of the inspector's replay. */
import "server-only";
import { randomUUID } from "node:crypto";
import {
  CONCIERGE_CONTEXT,
  type ConciergeContext,
  type ConciergeDelta,
} from "../../../agents/concierge/concierge-context.ts";
import { applyDelta } from "../../../context-state/apply-delta.ts";
import { encodeStoredState } from "../../../hidden-state/decode-stored-state.ts";
import { db } from "../../client.ts";
import type { Prisma } from "../../generated/client.ts";
import type { CreatedTurn } from "../../turns/created-turn.ts";

type Place = Pick<CreatedTurn, "conversationId" | "runId">;

async function answerOf(id: string): Promise<string> {
  return (await db().run.findUniqueOrThrow({ where: { id } })).answerMessageId;
}

/** Stores deltas of `concierge`, from ordinal 1, and the last state as its version 1. @returns every state */
export async function recordContext(
  { conversationId, runId }: Place,
  deltas: readonly ConciergeDelta[],
  origin = "model",
): Promise<ConciergeContext[]> {
  const states = [CONCIERGE_CONTEXT.empty];
  const rows: Prisma.ContextDeltaCreateManyInput[] = [];
  for (const delta of deltas) {
    const applied = applyDelta(states.at(-1) ?? CONCIERGE_CONTEXT.empty, delta, {
      turnText: "",
      schema: CONCIERGE_CONTEXT,
    });
    if (!applied.ok) throw new Error(applied.detail);
    const { patch, beforeSha256, afterSha256 } = applied;
    states.push(applied.state);
    rows.push({
      id: randomUUID(),
      conversationId,
      agentId: "concierge",
      ordinal: states.length - 1,
      runId,
      hopRef: `h${states.length}`,
      origin,
      delta: delta as Prisma.InputJsonValue,
      patch: patch as unknown as Prisma.InputJsonValue,
      beforeSha256,
      afterSha256,
    });
  }
  const messageId = await answerOf(runId);
  await db().contextDelta.createMany({ data: rows.map((row) => ({ ...row, messageId })) });
  await recordContextState({ conversationId, runId }, 1, states.at(-1) ?? CONCIERGE_CONTEXT.empty);
  return states;
}

/** Stores a version of the concierge's state as its agent would. */
export async function recordContextState(
  { conversationId, runId }: Place,
  version: number,
  context: object,
): Promise<void> {
  const state = encodeStoredState({
    context_state: context as Record<string, never>,
    schema: "concierge@1",
  }) as Prisma.InputJsonValue;
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const data = { id: randomUUID(), conversationId, agentId: "concierge", version, runId };
  const messageId = await answerOf(runId);
  await db().hiddenState.create({ data: { ...data, messageId, state, bytes } });
}
