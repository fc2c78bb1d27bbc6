/** All deltas of a conversation: ordinal, author and paths, without values. With the changes that were refused. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type {
  AgentTimeline,
  ContextTimelines,
  DeltaColumns,
  RefusedChange,
} from "../../contracts/inspector/run/context-inspection.ts";
import { isSaidTo } from "../../db/inspector/opening/reviews.ts";
import {
  readContextTimelines,
  type StoredRefusal,
  type StoredTimelineRow,
  type StoredTurn,
} from "../../db/inspector/states/read-context-timelines.ts";
import {
  type ContextReading,
  decideContextReading,
  type PayloadAccess,
} from "../payload-access.ts";
import { toPath } from "../to-leaves.ts";
import { toPayload } from "../to-payload.ts";
import { type KnownSchema, schemaOf } from "./schema-of.ts";

/** Without payload access, undeclared names and the reasons of refusals are hidden. @throws AppError `forbidden`, `not-found` */
export async function inspectTimelines(
  actor: Actor,
  conversationId: string,
  branchOf: string | null = null,
  registry: AgentRegistry = REGISTRY,
): Promise<ContextTimelines> {
  const { said, accessTo, accessOf } = await decideContextReading(actor, conversationId, branchOf);
  const stored = await readContextTimelines(actor, conversationId, branchOf);
  const { rows, refusals } = stored;
  const turns = stored.turns.map((turn) =>
    isSaidTo(said, [turn.runId]) ? turn : { ...turn, question: "" },
  );
  // Agents first: the coordinator changes its memory in nearly every turn, and operators rarely look for that.
  const agentIds = [...new Set([...rows, ...refusals].map(({ agentId }) => agentId))].sort(
    (one, other) => rankOf(one) - rankOf(other),
  );
  return {
    agents: agentIds.map((agentId) => {
      const refused = refusals.filter((refusal) => refusal.agentId === agentId);
      return {
        ...toTimeline(
          agentId,
          schemaOf(registry, agentId),
          rows.filter((row) => row.agentId === agentId),
          turns,
          accessTo,
        ),
        refused: refused.toReversed().map((refusal) => toRefused(refusal, accessOf(refusal.runId))),
        refusedCount: refused[0]?.total ?? 0,
      };
    }),
  };
}

function rankOf(agentId: string): number {
  return agentId === COORDINATOR_ID ? 1 : 0;
}

function toRefused(
  { runId, hopRef, seq, at, attempt, reason }: StoredRefusal,
  access: PayloadAccess,
): RefusedChange {
  return { runId, hopRef, seq, at: at.toISOString(), attempt, reason: toPayload(reason, access) };
}

function toTimeline(
  agentId: string,
  schema: KnownSchema,
  rows: readonly StoredTimelineRow[],
  turns: readonly StoredTurn[],
  accessTo: ContextReading["accessTo"],
): Omit<AgentTimeline, "refused" | "refusedCount"> {
  const texts = numbered<string>();
  const runs = numbered<string>();
  const hops = numbered<string>();
  const deltas: DeltaColumns = {
    texts: texts.items,
    runs: [],
    hops: [],
    ordinal: rows.map(({ ordinal }) => ordinal),
    run: rows.map(({ runId }) => (runId === null ? -1 : runs.place(runId))),
    hop: rows.map((row) => (row.hopRef === null ? -1 : hops.place(hopKey(row)))),
    origin: rows.map(({ origin }) => texts.place(origin)),
    at: rows.map(({ createdAt }) => createdAt.getTime()),
    paths: rows.map(({ paths, ordinal }) => {
      const access = accessTo(agentId, ordinal);
      return listTexts(paths).map((path) =>
        texts.place(toPath(path, access, schema.countDeclared)),
      );
    }),
  };
  const turnOf = new Map(turns.map((turn) => [turn.runId, turn]));
  deltas.runs = runs.items.map((runId) => {
    const turn = turnOf.get(runId);
    return {
      runId,
      turn: turn?.turn ?? 1,
      startedAt: (turn?.startedAt ?? new Date(0)).toISOString(),
      question: turn?.question ?? "",
    };
  });
  const hopOf = new Map(rows.map((row) => [hopKey(row), row]));
  deltas.hops = hops.items.map((key) => {
    const { hopRef, nodeId } = hopOf.get(key) ?? { hopRef: null, nodeId: null };
    return { hopRef: hopRef ?? "", nodeId };
  });
  return { agentId, schema: schema.name, deltaCount: rows[0]?.total ?? 0, deltas };
}

/** Ids of hops are unique within their run. */
function hopKey({ runId, hopRef }: StoredTimelineRow): string {
  return `${runId} ${hopRef}`;
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Gives each distinct item an index. */
function numbered<Item>() {
  const places = new Map<Item, number>();
  const items: Item[] = [];
  const place = (item: Item): number => {
    const known = places.get(item);
    if (known !== undefined) return known;
    places.set(item, items.length);
    return items.push(item) - 1;
  };
  return { items, place };
}
