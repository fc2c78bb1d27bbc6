import "server-only";
/** Context state at any delta, replayed from the recorded patches in blocks. */
import type { Actor } from "../../access/actor.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { ContextBlock } from "../../contracts/inspector/context/context-inspection.ts";
import { BLOCK_DELTAS } from "../../contracts/limits.ts";
import { readContextDeltas } from "../../db/inspector/context/read-context-deltas.ts";
import { payloadAccessOf } from "../payload-access.ts";
import { projectBlock } from "./project-block.ts";
import { readEdge, replayEdge } from "./replay-edge.ts";
import { schemaOf } from "./schema-of.ts";

/**
 * @param at an ordinal inside the wanted block; 0 is in the first block
 * @param branchOf a run, whose branch is replayed; null: the path that the person sees
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectSteps(
  actor: Actor,
  conversationId: string,
  agentId: string,
  at: number,
  branchOf: string | null = null,
  registry: AgentRegistry = REGISTRY,
): Promise<ContextBlock> {
  const access = await payloadAccessOf(actor, { conversationId });
  const schema = schemaOf(registry, agentId);
  const after = Math.floor(Math.max(at - 1, 0) / BLOCK_DELTAS) * BLOCK_DELTAS;
  const stretch = { agentId, branchOf, after, upTo: after + BLOCK_DELTAS };
  const edge = { conversationId, schema, ...stretch };
  const read = await readContextDeltas(actor, conversationId, stretch, (reader) =>
    readEdge(reader, edge),
  );
  return projectBlock(schema, await replayEdge(edge, read), read.block, access);
}
