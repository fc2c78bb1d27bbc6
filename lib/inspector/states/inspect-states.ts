/** Hidden state around a run, for an operator. */
import "server-only";
import { createPatch, type Pointer } from "rfc6902";
import type { Actor } from "../../access/actor.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type {
  AgentMemory,
  RunStates,
  StateChange,
  StateSize,
  StateVersion,
} from "../../contracts/inspector/run/state-inspection.ts";
import {
  readConversationStates,
  type StoredStateSize,
  type StoredStateVersion,
} from "../../db/inspector/states/read-states.ts";
import * as text from "../../messages/inspector-findings.ts";
import { describeContextMisfit, schemaOf, valueAt } from "../context/schema-of.ts";
import { COMPARED_ENTRY_PAIRS_MAX, COMPARED_STATE_MAX_BYTES } from "../limits.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { ALL_DECLARED, type DeclaredNames, toLeaves, toPath } from "../to-leaves.ts";
import { toPayload, toSize } from "../to-payload.ts";
import { compareExchanges } from "./compare-exchanges.ts";
import { projectFigures } from "./project-states.ts";

const isLarge = ({ stored }: Decoded) => bytesOf(stored.state) > COMPARED_STATE_MAX_BYTES;
const bytesOf = (state: unknown) => Buffer.byteLength(JSON.stringify(state) ?? "");

/** @throws AppError `forbidden`, `not-found` */
export async function inspectStates(
  actor: Actor,
  conversationId: string,
  runId: string,
  registry: AgentRegistry = REGISTRY,
): Promise<RunStates> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const { running, states, sizes } = await readConversationStates(actor, conversationId, runId);
  return { running, agents: projectMemories(states, sizes, runId, access, registry) };
}

/**
 * Projects each agent's hidden state before and after a run, with its changes and growth.
 * One entry per agent with state that the run loaded or stored, or with any state in the conversation.
 */
export function projectMemories(
  states: readonly StoredStateVersion[],
  sizes: readonly StoredStateSize[],
  runId: string,
  access: PayloadAccess,
  registry: AgentRegistry = REGISTRY,
): AgentMemory[] {
  const agentIds = new Set([...states, ...sizes].map(({ agentId }) => agentId));
  const memories = [...agentIds].sort().map((agentId): AgentMemory => {
    const own = states.filter((version) => version.agentId === agentId);
    const before = own.findLast((version) => version.runId !== runId) ?? null;
    const after = own.findLast((version) => version.runId === runId) ?? null;
    const grown = sizes.filter((size) => size.agentId === agentId);
    return {
      agentId,
      ownerId: registry.ownerOf(agentId),
      name: registry.nameOf(agentId),
      memory: registry.memoryOf(agentId) ?? "undeclared",
      ...projectSides(
        registry,
        before && decode(registry, before),
        after && decode(registry, after),
        access,
      ),
      sizes: grown.map((size) => projectSize(registry, size, access)),
      sizeCount: grown[0]?.total ?? 0,
    };
  });
  // Changed memories come first.
  return memories.sort((a, b) => Number(b.after !== null) - Number(a.after !== null));
}

type Decoded = { stored: StoredStateVersion; content: ReturnType<AgentRegistry["decode"]> };

function decode(registry: AgentRegistry, stored: StoredStateVersion): Decoded {
  return { stored, content: registry.decode(stored.agentId, stored.state) };
}

function projectSides(
  registry: AgentRegistry,
  before: Decoded | null,
  after: Decoded | null,
  access: PayloadAccess,
) {
  const agentId = before?.stored.agentId ?? after?.stored.agentId ?? "";
  const isHistory = registry.memoryOf(agentId) === "tool-history";
  const [old, now] = [before?.content, after?.content];
  return {
    before: before && projectVersion(registry, before, access),
    after: after && projectVersion(registry, after, access),
    exchanges: isHistory ? compareSides(old, now, access) : null,
    changes: changesOf(before, after, isHistory, {
      access,
      declared: after ? declaredIn(registry, agentId, after.content) : ALL_DECLARED,
    }),
  };
}

type Reader = { access: PayloadAccess; declared: DeclaredNames };

/** The names that a model chooses stand inside a context state; a state of another form is of fixed shape. */
function declaredIn(
  registry: AgentRegistry,
  agentId: string,
  content: Decoded["content"],
): DeclaredNames {
  if (!content.ok || !("context_state" in content.state)) return ALL_DECLARED;
  const { countDeclared } = schemaOf(registry, agentId);
  return ([first, ...names]) => (first === "context_state" ? 1 + countDeclared(names) : 1);
}

/**
 * A state that cannot be decoded, e.g. for one unknown key, is compared as it is stored with the one before: up to a
 * size, and for whoever may read payloads, because no schema vouches for the names in its paths.
 */
function changesOf(
  before: Decoded | null,
  after: Decoded | null,
  isHistory: boolean,
  reader: Reader,
) {
  if (!after) return [];
  const [old, now] = [before?.content, after.content];
  if (!now.ok || (old && !old.ok)) {
    const isCompared =
      before && reader.access.level === "full" && !isLarge(before) && !isLarge(after);
    return isCompared ? compareStates(before.stored.state, after.stored.state, reader) : [];
  }
  return isHistory ? [] : compareStates(old?.ok ? old.state : {}, now.state, reader);
}

/** A run that stored nothing left the state unchanged. A side that cannot be decoded is not compared. */
function compareSides(old: Decoded["content"] | undefined, now: typeof old, access: PayloadAccess) {
  const readable = [old, now].flatMap((side) => (side?.ok ? [side.exchanges] : []));
  if (now && old && !(old.ok && now.ok))
    return compareExchanges(readable[0] ?? [], readable[0] ?? [], access);
  return compareExchanges(old?.ok ? old.exchanges : [], readable.at(-1) ?? [], access);
}

function projectVersion(
  registry: AgentRegistry,
  { stored, content }: Decoded,
  access: PayloadAccess,
): StateVersion {
  const decoded = content.ok ? content.state : stored.state;
  const isHistory = content.ok && "gpa_messages" in content.state;
  const schema = content.ok && "schema" in content.state ? content.state.schema : null;
  return {
    ...projectFigures(stored, access),
    decodedBytes: toSize(bytesOf(decoded), access),
    readable: content.ok,
    findings: findingsOf(registry, stored.agentId, content, access),
    schema,
    leaves:
      content.ok && !isHistory
        ? toLeaves(decoded, access, declaredIn(registry, stored.agentId, content))
        : null,
    stored: content.ok ? null : toPayload(stored.state, access),
  };
}

function findingsOf(
  registry: AgentRegistry,
  agentId: string,
  content: Decoded["content"],
  access: PayloadAccess,
): string[] {
  if (!content.ok) return [access.level === "full" ? content.reason : text.findingIsHidden()];
  const mended = content.findings.map(({ kind, index }) =>
    text.findingAtEntry({ finding: kind, entry: index + 1 }),
  );
  const misfit = describeContextMisfit(registry, agentId, content.state, access);
  return misfit === null ? mended : [...mended, misfit];
}

function projectSize(
  registry: AgentRegistry,
  size: StoredStateSize,
  access: PayloadAccess,
): StateSize {
  const seedBytes = registry.stateOf(size.agentId)?.expectBytes(size.calls) ?? null;
  return { ...projectFigures(size, access), calls: size.calls, seedBytes };
}

/** Operations of RFC 6902 in order, each with the values before and after it. */
function compareStates(
  before: unknown,
  after: unknown,
  { access, declared }: Reader,
): StateChange[] {
  return createPatch(before, after, replaceLongLists).flatMap((operation) => {
    const { op, path } = operation;
    if (op !== "add" && op !== "remove" && op !== "replace") return [];
    const old = op === "add" ? undefined : valueAt(before, path);
    return {
      op,
      path: toPath(path, access, declared),
      before: old === undefined ? null : toPayload(old, access),
      after: op === "remove" ? null : toPayload(operation.value, access),
    };
  });
}

/** Comparing two lists entry by entry costs the product of their lengths. */
function replaceLongLists(before: unknown, after: unknown, at: Pointer) {
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  if (before.length * after.length <= COMPARED_ENTRY_PAIRS_MAX) return;
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ op: "replace" as const, path: at.toString(), value: after }];
}
