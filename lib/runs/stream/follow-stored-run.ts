/** Follows a finished run, or one of another instance: over the bus, and by the stored log for what was missed. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { bus } from "../../bus/bus.ts";
import { PublicEvent } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { log } from "../../log/log.ts";
import { BUS_LOST_LOOK_MS, EARLY_MAX, GAP_LOOK_MS, TICKS_PER_LOOK } from "../limits.ts";
import { runTopic } from "../live/topics.ts";
import type { PublicListener } from "../run-log.ts";

/** What one reader has, and what it is told of the rest. */
type Reader = {
  /** Takes an event of the bus. @returns false where something before it is missing: it is kept until that has been read */
  hear(event: PublicEvent): boolean;
  /** Takes the log as it is stored. */
  show(next: RunSnapshot): void;
};

/**
 * @param first what the reader was given
 * @returns the function that ends the following
 */
export function followStoredRun(
  actor: Actor,
  runId: string,
  first: RunSnapshot,
  onEvent: PublicListener,
): () => void {
  let isOver = false;
  let reading = false;
  let again = false;
  const stop = () => {
    isOver = true;
    stopLooking();
    unhear();
  };
  const reader = openReader(first, (event) => {
    if (event.type === "end") stop();
    onEvent(event);
  });
  let readAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    again = reading;
    if (reading || isOver) return;
    reading = true;
    readAt = performance.now();
    try {
      const next = await getRunSnapshot(actor, runId);
      if (!isOver) reader.show(next);
    } catch (error) {
      log().warn({ runId, err: error }, "a stored run could not be read");
    } finally {
      reading = false;
      if (again) void look();
    }
  };
  let soon: NodeJS.Timeout | undefined;
  /** For what is missing: the log has it after the next flush, and is not asked for it again and again until then. */
  const lookSoon = () => {
    soon ??= setTimeout(
      () => {
        soon = undefined;
        void look();
      },
      Math.max(0, readAt + GAP_LOOK_MS - performance.now()),
    ).unref();
  };
  const looks = lookWhenQuiet(look);
  const stopLooking = () => {
    looks.end();
    clearTimeout(soon);
  };
  const unhear = hearRun(runId, {
    onEvent: (event) => {
      looks.putOff();
      if (!isOver && !reader.hear(event)) lookSoon();
    },
    onDoubt: () => void look(),
  });
  if (first.ending !== null) reader.show(first);
  // Something may have happened before it was heard.
  else void look();
  return stop;
}

function openReader(first: RunSnapshot, onEvent: PublicListener): Reader {
  let { text, seq } = first;
  /** What was heard too early. */
  let early: PublicEvent[] = [];
  const tell = (publicSeq: number, body: LogEventBody) => {
    const event = toPublicEvent({ publicSeq, body });
    if (event) onEvent(event);
  };
  const take = (event: PublicEvent): boolean => {
    if (event.type === "delta") {
      if (event.offset > text.length) return false;
      // Known already: from the log, or told again by a process that was frozen.
      if (text.startsWith(event.text, event.offset)) return true;
      const known = text.slice(event.offset);
      // What was told by a process that died may differ; what comes now holds.
      const offset = event.text.startsWith(known) ? text.length : event.offset;
      text = text.slice(0, event.offset) + event.text;
      onEvent({ type: "delta", offset, text: text.slice(offset) });
      return true;
    }
    if (event.seq <= seq) return true;
    // A lost delta has no number that would be missed: the end is told with the text as it is stored.
    if (event.seq > seq + 1 || event.type === "end") return false;
    seq = event.seq;
    if (event.type === "restart") text = text.slice(0, event.offset) + event.text;
    onEvent(event);
    return true;
  };
  /** What has been read holds: text of a process that died may have been other. */
  const isKnown = (event: PublicEvent) =>
    event.type === "delta" && event.offset + event.text.length <= text.length;
  const hear = (event: PublicEvent): boolean => {
    const isTaken = take(event);
    if (!isTaken && early.length < EARLY_MAX) early.push(event);
    return isTaken;
  };
  return {
    hear,
    show(next) {
      // The log is behind the bus while nothing was missed.
      const isBehind = next.ending === null && text.startsWith(next.text);
      if (!isBehind && next.text !== text) {
        const offset = next.text.startsWith(text) ? text.length : 0;
        tell(next.seq, { type: "answer.delta", offset, text: next.text.slice(offset) });
        ({ text } = next);
      }
      for (const { publicSeq, body } of next.events) {
        // Send the end last, from the run's row; the sources just before it, to every reader.
        if (body.type === "run.ended" || body.type === "answer.restarted") continue;
        if (publicSeq > seq || body.type === "sources.shown") tell(publicSeq, body);
      }
      seq = Math.max(seq, next.seq);
      const { ending, reason } = next;
      if (ending !== null) {
        tell(next.seq, { type: "run.ended", ending, reason });
        return;
      }
      const waiting = early;
      early = [];
      for (const event of waiting) if (!isKnown(event)) hear(event);
    },
  };
}

/**
 * Reads the log while nothing is heard, in case a message was lost: only its sender may know that the bus is. More often
 * while this process knows it, too.
 */
function lookWhenQuiet(look: () => Promise<void>): { putOff: () => void; end: () => void } {
  let quietTicks = 0;
  const timer = setInterval(() => {
    quietTicks += 1;
    if (!bus().isOpen() || quietTicks % TICKS_PER_LOOK === 0) void look();
  }, BUS_LOST_LOOK_MS);
  return {
    putOff: () => {
      quietTicks = 0;
    },
    end: () => clearInterval(timer),
  };
}

type Heard = {
  onEvent(event: PublicEvent): void;
  /** Something was missed, or cannot be read. */
  onDoubt(): void;
};

/**
 * Hears the public events of a run of another instance.
 * @returns the function that ends it
 */
function hearRun(runId: string, { onEvent, onDoubt }: Heard): () => void {
  const unsubscribe = bus().subscribe(runTopic(runId), (message) => {
    const event = PublicEvent.safeParse(parse(message));
    if (event.success) onEvent(event.data);
    else onDoubt();
  });
  const forget = bus().onReopened(onDoubt);
  return () => {
    unsubscribe();
    forget();
  };
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
