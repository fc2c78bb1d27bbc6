/** The state of a run whose answer is being written, and how events change it. Pure. */
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type { KeptEvent, PublicUpdate } from "@/lib/contracts/public/public-event.ts";
import type { PublicStatus } from "@/lib/contracts/public/public-status.ts";
import { spliceText } from "@/lib/contracts/public/splice-text.ts";

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
  /** What was told besides text and status, in order: a component shows what it looks for. */
  readonly kept: readonly KeptEvent[];
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
  return {
    text,
    status,
    position: null,
    since: now,
    workedSince: now,
    hasWorked: false,
    seq: 0,
    kept: [],
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

/**
 * The next state; `"gap"` if text before this is missing and must be requested.
 * @param now milliseconds since 1970
 */
export function applyUpdate(
  view: RunView,
  update: PublicUpdate,
  now = Date.now(),
): RunView | "gap" {
  switch (update.type) {
    case "delta":
    case "snapshot":
    case "restart": {
      if (update.type === "restart" && update.seq <= view.seq) return view;
      const spliced = spliceText(view.text, update);
      if (!spliced) return "gap";
      const next = spliced.added ? { ...view, text: spliced.text, status: null } : view;
      if (update.type === "delta") return next;
      if (update.type === "restart") return { ...next, seq: update.seq };
      const since = now - update.forMs;
      const told = update.seq >= view.seq ? withStatus(next, { ...update, since }) : next;
      return { ...told, seq: Math.max(view.seq, update.seq), isSynced: true };
    }
    case "status":
      if (update.seq <= view.seq) return view;
      return { ...withStatus(view, { ...update, since: now }), seq: update.seq };
    case "end": {
      // An end from another tab before any text: the text is missing.
      if (!view.isSynced) return "gap";
      const { seq, ending, notice } = update;
      return { ...view, status: null, seq, ended: { ending, notice } };
    }
    default:
      return keep(view, update);
  }
}

/** Each event once: one that is told again says the same, but where a process is gone that never stored it. */
function keep(view: RunView, event: KeptEvent): RunView {
  const same = view.kept.find(({ seq }) => seq === event.seq);
  if (JSON.stringify(same) === JSON.stringify(event)) return view;
  const kept = [...view.kept.filter((one) => one !== same), event];
  const seq = Math.max(view.seq, event.seq);
  return { ...view, kept: kept.toSorted((one, other) => one.seq - other.seq), seq };
}
