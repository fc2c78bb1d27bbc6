/** The state of a run whose answer is being written, and how events change it. Pure. */
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type { PublicStatus } from "@/lib/contracts/public/public-status.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import type { RunInput } from "./run-stream.ts";

export type RunView = {
  /** The answer so far. It grows; only a restart changes what stands. */
  readonly text: string;
  /** What the run is doing; null once text is coming. */
  readonly status: PublicStatus | null;
  /** In the queue for a free place, from 1; null where the status is another. */
  readonly position: number | null;
  /** When this status began, and the first one that this tab knows of: milliseconds since 1970. */
  readonly since: number;
  readonly workedSince: number;
  /** True once the status was one of work, not of thinking about it. */
  readonly hasWorked: boolean;
  /** Newest public sequence number seen. */
  readonly seq: number;
  /** What the answer cites; known just before its end. */
  readonly sources: readonly PublicSource[];
  readonly ended: { readonly ending: MessageEnd; readonly notice: string | null } | null;
  /** True once this tab is in step with the server, so that it can inform other tabs. */
  readonly isSynced: boolean;
};

/**
 * @param text the answer on the server so far
 * @param isNew this tab started the run, so no text is missing
 * @param now milliseconds since 1970
 */
export function startView(text: string, isNew: boolean, now = Date.now()): RunView {
  const status = text === "" ? "thinking" : null;
  const times = { since: now, workedSince: now, hasWorked: false };
  return {
    text,
    status,
    position: null,
    ...times,
    seq: 0,
    sources: [],
    ended: null,
    isSynced: isNew,
  };
}

/** Before the work: what is asked is being read, or the model is not there yet. */
const BEFORE_WORK: ReadonlySet<PublicStatus> = new Set(["thinking", "starting", "queued"]);

type Told = { status: PublicStatus | null; position?: number | null; since: number };

function withStatus(view: RunView, told: Told): RunView {
  const { status, position = null } = told;
  // Who moves on in the queue goes on waiting.
  const since = status === "queued" && view.status === status ? view.since : told.since;
  const hasWorked = view.hasWorked || (status !== null && !BEFORE_WORK.has(status));
  const workedSince = Math.min(view.workedSince, since);
  return { ...view, status, position, since, workedSince, hasWorked };
}

/** The next state; `"gap"` if text before this event is missing and must be requested. */
export function applyInput(view: RunView, input: RunInput): RunView | "gap" {
  switch (input.kind) {
    case "delta":
      return extend(view, input.offset, input.text);
    case "restart": {
      if (input.seq <= view.seq) return view;
      const { seq, offset } = input;
      if (offset > view.text.length) return "gap";
      return { ...view, text: view.text.slice(0, offset) + input.text, status: null, seq };
    }
    case "snapshot": {
      const next = extend(view, input.offset, input.text);
      if (next === "gap") return next;
      const told = input.seq >= view.seq ? withStatus(next, input) : next;
      return { ...told, seq: Math.max(view.seq, input.seq), isSynced: true };
    }
    case "status":
      if (input.seq <= view.seq) return view;
      return { ...withStatus(view, input), seq: input.seq };
    case "sources":
      return { ...view, sources: input.sources, seq: Math.max(view.seq, input.seq) };
    case "end": {
      // An end from another tab before any text: the text is missing.
      if (!view.isSynced) return "gap";
      const { ending, notice } = input;
      return { ...view, status: null, seq: input.seq, ended: { ending, notice }, isSynced: true };
    }
    default:
      return input satisfies never;
  }
}

/**
 * Adds the part that lies beyond the known text. A repeated delta changes nothing. Where they differ, the known text was
 * shown and never stored by a process that is gone, and what comes now holds.
 */
function extend(view: RunView, offset: number, text: string): RunView | "gap" {
  if (offset > view.text.length) return "gap";
  const known = view.text.slice(offset);
  if (known.startsWith(text)) return view;
  return { ...view, text: view.text.slice(0, offset) + text, status: null };
}
