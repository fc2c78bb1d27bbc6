/** The envelope that arrived at a hop, and its changes since the hop above. */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Actor } from "../../access/actor.ts";
import { type AgentScope, type AgentState, isVariablesRef } from "../../agent-state/agent-state.ts";
import {
  extractAgentStateFromHeaders,
  type NumberReading,
} from "../../agent-state/agent-state-headers.ts";
import { diffScopes } from "../../agent-state/agent-variables.ts";
import type {
  EnvelopeChange,
  HopEnvelope,
  HopInput,
  HopName,
  LeftState,
} from "../../contracts/inspector/run/envelope-inspection.ts";
import { readHop, type StoredHop } from "../../db/inspector/run/read-hop.ts";
import {
  readHopInputs,
  type StoredLeft,
  type StoredStart,
} from "../../db/inspector/run/read-hop-inputs.ts";
import { opened, type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { toDigest, toPayload, toSize } from "../to-payload.ts";
import { isOurVariable, ownScopeOf } from "./envelope-scopes.ts";
import { inspectEnvelope, projectVariables, type Read, readEnvelope } from "./inspect-envelope.ts";

const FIELDS = ["nodeId", "runId", "parentRef", "metadata"] as const;

/** @throws AppError `forbidden`, `not-found` */
export async function inspectHop(
  actor: Actor,
  runId: string,
  hopRef: string,
  seq?: number,
): Promise<HopEnvelope> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  return projectHop(await readHop(actor, runId, hopRef, seq), access);
}

/**
 * Sizes of what some hops received.
 * @param seqs of their starts
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectHopInputs(
  actor: Actor,
  runId: string,
  seqs: readonly number[],
): Promise<HopInput[]> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const size = (bytes: number | null) => (bytes === null ? null : toSize(bytes, access));
  return (await readHopInputs(actor, runId, seqs)).map((hop) => ({
    ...hop,
    stateBytes: size(hop.stateBytes),
    spilledBytes: size(hop.spilledBytes),
    argsSha256: toDigest(hop.argsSha256, access),
  }));
}

function projectHop(stored: StoredHop, access: PayloadAccess): HopEnvelope {
  const { start, parent, above } = stored;
  const read = readArrived(start);
  const shown = readArrived(start, "as-written");
  return {
    hop: nameOf(start),
    seq: start.seq,
    starts: stored.starts,
    at: start.at.toISOString(),
    parentRef: start.parentRef,
    parent: parent && nameOf(parent),
    findings: stored.findings.map(({ seq, code, detail }) => ({
      seq,
      code,
      detail: toPayload(detail, access),
    })),
    envelope:
      start.headers && shown
        ? inspectEnvelope({
            headers: start.headers,
            read: shown,
            above,
            recorded: start.signature,
            access,
          })
        : null,
    changes: parent && compare(parent, read, access),
    left: stored.left && projectLeft(stored, stored.left, access),
  };
}

function projectLeft(
  { start }: StoredHop,
  { scope, variables, metadata }: StoredLeft,
  access: PayloadAccess,
): LeftState {
  const read = readArrived(start);
  const arrived = read?.ok ? read.state.variables : undefined;
  const before = arrived && !isVariablesRef(arrived) ? arrived : {};
  const entries = projectVariables(variables, access);
  return {
    scope: { scope, owner: nameOf(start), variables: entries },
    arrivedBytes: toSize(bytesOf(before), access),
    leftBytes: toSize(bytesOf({ ...before, [scope]: variables }), access),
    metadata: toPayload(metadata, access),
  };
}

function bytesOf(variables: object): number {
  return Object.keys(variables).length === 0 ? 0 : Buffer.byteLength(JSON.stringify(variables));
}

function compare(parent: StoredStart, read: Read | null, access: PayloadAccess) {
  if (!read?.ok) return null;
  const before = readArrived(parent);
  if (before && !before.ok) return null;
  return listEnvelopeChanges({
    before: before?.state ?? {},
    after: read.state,
    own: ownScopeOf(parent.kind),
    access,
  });
}

function readArrived({ headers, spilled }: StoredStart, numbers?: NumberReading): Read | null {
  return headers && readEnvelope(() => extractAgentStateFromHeaders(headers, numbers), spilled);
}

function nameOf({ hopRef, kind, nodeId }: StoredStart): HopName {
  return { hopRef, kind, nodeId };
}

type Change = EnvelopeChange["change"];

type Envelope = Partial<AgentState>;

type Compare = {
  before: Envelope;
  after: Envelope;
  own: AgentScope | undefined;
  access: PayloadAccess;
};

/**
 * Changes between the envelope that arrived at a hop's parent and the one that the parent sent on.
 * @param compare `own`: the scope that the sender may write; undefined where its kind is unknown
 * @returns null where spilled variables were not stored
 */
export function listEnvelopeChanges(compare: Compare): EnvelopeChange[] | null {
  const { before, after, own, access } = compare;
  if (isVariablesRef(before.variables) || isVariablesRef(after.variables)) return null;
  const [was, is] = [before.variables, after.variables];
  const variables = diffScopes(was, is).flatMap(({ scope, added, changed, removed }) => {
    const entry = (change: Change) => (name: string) => ({
      change,
      scope,
      name: access.level === "full" || isOurVariable(name) ? name : null,
      before: change === "added" ? null : toPayload(was?.[scope]?.[name], access),
      after: change === "removed" ? null : toPayload(is?.[scope]?.[name], access),
      // Removing a variable of another scope is allowed, changing it is not.
      foreign: own !== undefined && scope !== own && change !== "removed",
    });
    return [
      ...added.map(entry("added")),
      ...changed.map(entry("changed")),
      ...removed.map(entry("removed")),
    ];
  });
  return [...variables, ...listFieldChanges(compare)];
}

function listFieldChanges({ before, after, access }: Compare): EnvelopeChange[] {
  return FIELDS.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (isDeepStrictEqual(was, is)) return [];
    const change: Change = was === undefined ? "added" : is === undefined ? "removed" : "changed";
    // Ids are structure; metadata may contain text.
    const show = (value: unknown) =>
      value === undefined ? null : toPayload(value, name === "metadata" ? access : opened(access));
    // The run id stays the same from the first hop to the last.
    const foreign = name === "runId" && was !== undefined;
    return [{ change, scope: null, name, before: show(was), after: show(is), foreign }];
  });
}
