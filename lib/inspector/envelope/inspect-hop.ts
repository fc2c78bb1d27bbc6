/** The envelope that arrived at a hop, and its changes since the hop above. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { isVariablesRef } from "../../agent-state/agent-state.ts";
import { extractAgentStateFromHeaders } from "../../agent-state/agent-state-headers.ts";
import type {
  HopEnvelope,
  HopName,
  LeftState,
} from "../../contracts/inspector/envelope/envelope-inspection.ts";
import type { StoredLeft, StoredStart } from "../../db/inspector/envelope/envelope-rows.ts";
import { readHop, type StoredHop } from "../../db/inspector/envelope/read-hop.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";
import { listEnvelopeChanges } from "./envelope-changes.ts";
import { ownScopeOf } from "./envelope-scopes.ts";
import { inspectEnvelope, projectVariables, type Read, readEnvelope } from "./inspect-envelope.ts";

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

function projectHop(stored: StoredHop, access: PayloadAccess): HopEnvelope {
  const { start, parent, above } = stored;
  const read = readArrived(start);
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
      start.headers && read
        ? inspectEnvelope({
            headers: start.headers,
            read,
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
    arrivedBytes: bytesOf(before),
    leftBytes: bytesOf({ ...before, [scope]: variables }),
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

function readArrived({ headers, spilled }: StoredStart): Read | null {
  return headers && readEnvelope(() => extractAgentStateFromHeaders(headers), spilled);
}

function nameOf({ hopRef, kind, nodeId }: StoredStart): HopName {
  return { hopRef, kind, nodeId };
}
