import "server-only";
/** One audit record per hop, with digests of input and output, never the values. No prompt reads it. */
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { NodeRecord } from "../../contracts/run/run-work.ts";
import { digest } from "../../prompt/segment.ts";
import type { Recorded } from "../turn-context.ts";

type Given = { recorded: readonly Recorded[]; input: string; answer: string };

/** @returns a record for every started hop; a hop without an end counts as stopped */
export function nodeHistory({ recorded, input, answer }: Given): NodeRecord[] {
  const nodes = new Map<string, NodeRecord>();
  for (const { body, at } of recorded) {
    if (body.type === "hop.started") {
      const { hopRef, parentRef, kind, nodeId } = body;
      nodes.set(hopRef, { ...UNKNOWN, hopRef, parentRef, kind, nodeId, startedAt: at });
    }
    const node = "hopRef" in body ? nodes.get(body.hopRef) : undefined;
    if (!node) continue;
    if (body.type === "hop.ended") {
      node.outcome = body.outcome;
      node.durationMs = body.durationMs;
    } else if (body.type === "model.called") node.inputSha256 ??= body.manifest.promptSha256;
    else if (body.type === "model.answered") {
      node.model = body.model;
      node.outputSha256 = digest(body.text).sha256;
    } else if (body.type === "tool.called") node.inputSha256 = body.argsSha256;
    else if (body.type === "tool.returned") node.outputSha256 = digestOfResult(body.result);
  }
  const root = [...nodes.values()].find(({ parentRef }) => parentRef === null);
  if (root) {
    root.inputSha256 = computeArgsDigest({ input });
    root.outputSha256 = digest(answer).sha256;
  }
  return [...nodes.values()];
}

const REFERENCE = /^\{"\$ref":"sha256:([0-9a-f]{64})"\}$/;

/** A result that stayed in its service is recorded by its digest. */
function digestOfResult(result: string): string {
  return REFERENCE.exec(result)?.[1] ?? digest(result).sha256;
}

const UNKNOWN = {
  inputSha256: null,
  outputSha256: null,
  outcome: "stopped",
  model: null,
  durationMs: 0,
};
