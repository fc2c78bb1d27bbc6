/** Follows a finished run, or one of another instance: over the bus, and by the stored log for what was missed. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { bus } from "../../bus/bus.ts";
import { PublicEvent } from "../../contracts/public/public-event.ts";
import { spliceText, type TextPiece } from "../../contracts/public/splice-text.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { parseJson } from "../../contracts/read-json.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { log } from "../../log/log.ts";
import { BUS_LOST_LOOK_MS, EARLY_MAX, GAP_LOOK_MS, TICKS_PER_LOOK } from "../limits.ts";
import type { PublicListener } from "../run-log.ts";
import { runTopic } from "../topics.ts";

/** What one reader has, and what it is told of the rest. */
type Reader = {
  /**
   * Takes an event of the bus. @returns false where something before it is missing: the event is kept until the gap is
   * filled
   */
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

/** @internal For its test. */
export function openReader(first: RunSnapshot, onEvent: PublicListener): Reader {
  let { text, seq } = first;
  /** Number of the newest restart: a stored log older than this restart is ignored. */
  let restartedAt = 0;
  /** What was heard too early. */
  let early: PublicEvent[] = [];
  /** @returns false where text before it is missing */
  const put = (event: Extract<PublicEvent, TextPiece>): boolean => {
    const spliced = spliceText(text, event);
    if (!spliced) return false;
    ({ text } = spliced);
    if (event.type === "restart") {
      restartedAt = event.seq;
      // Text that came before a restart cannot be told from text that came after it.
      early = early.filter(({ type }) => type !== "delta");
    }
    if (spliced.added) onEvent({ ...event, ...spliced.added });
    return true;
  };
  const take = (event: PublicEvent): boolean => {
    if (event.type === "delta") return put(event);
    if (event.seq <= seq) return true;
    // Deltas have no numbers, so a lost one goes unnoticed: the end waits for the stored text.
    if (event.seq > seq + 1 || event.type === "end") return false;
    if (event.type !== "restart") onEvent(event);
    else if (!put(event)) return false;
    ({ seq } = event);
    return true;
  };
  /** Stored text wins over heard text: a dead process may have sent different text. */
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
      const { ending, reason } = next;
      // The log is behind the bus.
      if (ending === null && next.seq < restartedAt) return;
      const whole = { offset: 0, text: next.text };
      const news = next.events.filter((event) => event.seq > seq);
      const restart = news.findLast(({ type }) => type === "restart");
      if (!restart) put({ type: "delta", ...whole });
      for (const event of news) {
        if (event === restart) put({ type: "restart", seq: event.seq, ...whole });
        // An earlier restart is void. The end comes last, from the run's row.
        else if (event.type !== "restart" && event.type !== "end") onEvent(event);
      }
      seq = Math.max(seq, next.seq);
      if (ending !== null) {
        const end = toPublicEvent({
          publicSeq: next.seq,
          body: { type: "run.ended", ending, reason },
        });
        if (end) onEvent(end);
        return;
      }
      const waiting = early;
      early = [];
      for (const event of waiting) if (!isKnown(event)) hear(event);
    },
  };
}

/**
 * Reads the log while nothing is heard, in case a message was lost: only the sender may notice that the bus is down.
 * Reads more often while this process notices it, too.
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
    const event = PublicEvent.safeParse(parseJson(message));
    if (event.success) onEvent(event.data);
    else onDoubt();
  });
  const forget = bus().onReopened(onDoubt);
  return () => {
    unsubscribe();
    forget();
  };
}
