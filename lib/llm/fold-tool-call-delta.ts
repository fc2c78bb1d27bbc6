import "server-only";
/** Puts tool calls together from their deltas, as servers really send them. */
import { isRecord, parseJson, textOf } from "./read-json.ts";

export type ToolCallDraft = { index: number; id: string; name: string; arguments: string };

/**
 * Adds one delta to the call that it belongs to, by index. Ids and names may come late, empty or again with
 * every delta. Some servers give no index, or the same one to every call: then a new id with a name opens a call.
 * @param position stands in for a missing index where calls come whole
 */
export function foldToolCallDelta(
  drafts: ToolCallDraft[],
  delta: Record<string, unknown>,
  position: number | null,
): void {
  const id = textOf(delta.id);
  const called = isRecord(delta.function) ? delta.function : {};
  const name = textOf(called.name);
  const index = typeof delta.index === "number" ? delta.index : position;
  const draft = belongsTo(drafts, index, id, name) ?? openCall(drafts, index);
  if (draft.id === "") draft.id = id;
  if (name !== draft.name) draft.name += name;
  draft.arguments += argumentsText(called.arguments);
}

function belongsTo(drafts: ToolCallDraft[], index: number | null, id: string, name: string) {
  const draft =
    index === null
      ? (drafts.find((candidate) => id !== "" && candidate.id === id) ?? drafts.at(-1))
      : drafts.findLast((candidate) => candidate.index === index);
  if (!draft) return undefined;
  // Only a call whose arguments are whole can be over; before that, a new id is a server's slip.
  const isAnotherCall =
    id !== "" && draft.id !== "" && id !== draft.id && name !== "" && isJson(draft.arguments);
  return isAnotherCall ? undefined : draft;
}

/** A call that shares its index with another one keeps its place by coming later. */
function openCall(drafts: ToolCallDraft[], index: number | null): ToolCallDraft {
  const next = Math.max(-1, ...drafts.map((draft) => draft.index)) + 1;
  const draft = { index: index ?? next, id: "", name: "", arguments: "" };
  drafts.push(draft);
  return draft;
}

/** Text by the protocol; an object from servers that parsed it already. */
function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return isRecord(value) ? JSON.stringify(value) : "";
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
