/** One audit record per hop, with digests of input and output, never the values. No prompt reads it. */
import "server-only";
import { hash } from "node:crypto";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { RecordedEvent } from "../../contracts/run/log-event.ts";
import type { NodeRecord } from "../../contracts/run/run-work.ts";

type Given = {
  recorded: readonly RecordedEvent[];
  /** The person's message. */
  input: string;
  answer: string;
};

/** @returns a record for every started hop; a hop without an end counts as stopped */
export function nodeHistory({ recorded, input, answer }: Given): NodeRecord[] {
  const nodes = new Map<string, NodeRecord>();
  /** Digest of the body that a service received last, by the hop that sent it. */
  const sent = new Map<string, string>();
  for (const { body, at } of recorded) {
    if (body.type === "hop.started") {
      const { hopRef, parentRef, kind, nodeId } = body;
      nodes.set(hopRef, { ...UNKNOWN, hopRef, parentRef, kind, nodeId, startedAt: at });
      const bodySha256 = bodyDigestOf(body.envelope);
      if (kind === "service" && bodySha256) {
        // The gateway stands between the agent and the service, and passes the same body on.
        for (const above of hopsAbove(nodes, parentRef)) sent.set(above, bodySha256);
      }
    }
    const node = "hopRef" in body ? nodes.get(body.hopRef) : undefined;
    if (!node) continue;
    if (body.type === "hop.ended") {
      node.outcome = body.outcome;
      node.durationMs = body.durationMs;
      if (body.result !== undefined) node.outputSha256 = sha256(body.result);
    } else if (body.type === "model.called") node.inputSha256 ??= body.manifest.promptSha256;
    else if (body.type === "model.answered") {
      node.model = body.model;
      // The text of a service's model call stays in the service.
      if (node.kind !== "service") node.outputSha256 = sha256(body.text);
    } else if (body.type === "tool.called") node.inputSha256 = body.argsSha256;
    else if (body.type === "tool.returned") node.outputSha256 = digestOfResult(body.result);
  }
  const all = [...nodes.values()];
  const root = all.find(({ parentRef }) => parentRef === null);
  if (root) {
    root.inputSha256 = computeArgsDigest({ input });
    root.outputSha256 = sha256(answer);
  }
  for (const node of all) {
    if (!sent.has(node.hopRef)) continue;
    // An agent whose model is a service's: what it sent there, and the answer that it passed on.
    node.inputSha256 ??= sent.get(node.hopRef) ?? null;
    if (node.kind === "agent") node.outputSha256 ??= sha256(answer);
  }
  return all;
}

/** The ids of the gateway and the agent above a service's hop. */
function hopsAbove(nodes: ReadonlyMap<string, NodeRecord>, parentRef: string | null): string[] {
  const above: string[] = [];
  for (let ref = parentRef; ref !== null && !above.includes(ref); ) {
    const node = nodes.get(ref);
    if (!node || (node.kind !== "gateway" && node.kind !== "agent")) break;
    above.push(ref);
    ref = node.kind === "agent" ? null : node.parentRef;
  }
  return above;
}

function bodyDigestOf(envelope: unknown): string | null {
  const metadata = (envelope as { metadata?: { body_sha256?: unknown } } | undefined)?.metadata;
  return typeof metadata?.body_sha256 === "string" ? metadata.body_sha256 : null;
}

const REFERENCE = /^\{"\$ref":"sha256:([0-9a-f]{64})"\}$/;

/** A result that stayed in its service is recorded by its digest. */
function digestOfResult(result: string): string {
  return REFERENCE.exec(result)?.[1] ?? sha256(result);
}

function sha256(text: string): string {
  return hash("sha256", text);
}

const UNKNOWN = {
  inputSha256: null,
  outputSha256: null,
  outcome: "stopped",
  model: null,
  durationMs: 0,
};
