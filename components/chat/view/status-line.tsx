/**
 * What the answer waits for, and since when. The words are visible and change; what a screen reader announces is one
 * word at the beginning of an answer and one at its end, so that neither words nor seconds are read out again and again.
 */
"use client";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type { PublicStatus } from "@/lib/contracts/public/public-status.ts";
import * as text from "@/lib/messages/chat.ts";
import type { WatchedRun } from "../run/run-watch.ts";
import { useRun } from "../run/use-run.ts";

const PHASES: readonly { phase: Phase; name: () => string }[] = [
  { phase: "understanding", name: text.phaseUnderstanding },
  { phase: "working", name: text.phaseWorking },
  { phase: "writing", name: text.phaseWriting },
];

/** From then on a wait says what for, and since when. */
const LATE_MS = 5_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

type StatusLineProps = {
  runId: string | null;
  /** The answer's text when the page was rendered. */
  textSoFar: string;
  /** When the message was sent that has no run yet; null for none. */
  sentAt: string | null;
  isStopping: boolean;
  /** How the newest answer ended. */
  ending: MessageEnd | null;
  /** When a question began to wait for the person's word; null for none. */
  asksSince: string | null;
};

export function StatusLine(props: StatusLineProps) {
  const { runId, textSoFar, sentAt, isStopping, ending, asksSince } = props;
  const line = useRun(runId, textSoFar, lineOf);
  const end = useRun(runId, textSoFar, endOf);
  const isLive = sentAt !== null || (runId !== null && end === null);
  const told = readLine(line);
  return (
    <div className="status-line">
      {isLive && sentAt !== null && (
        <Wait
          words={text.statusThinking()}
          lateWords={text.statusSending()}
          since={Date.parse(sentAt)}
          isMarked
        />
      )}
      {isLive && sentAt === null && <RunStatus key={runId} told={told} isStopping={isStopping} />}
      {!isLive && asksSince !== null && (
        <Wait words={null} lateWords={text.waitsForYourDecision()} since={Date.parse(asksSince)} />
      )}
      <LiveNews isLive={isLive} ending={end === "gone" ? null : (end ?? ending)} />
    </div>
  );
}

type Told = {
  status: PublicStatus | "lost" | "writing";
  position: number | null;
  since: number;
  workedSince: number;
  hasWorked: boolean;
};

/** As a text, so that a piece of the answer does not render this line again. */
function lineOf(run: WatchedRun): string {
  const status = run.link === "lost" ? "lost" : (run.status ?? "writing");
  return [status, run.since, run.workedSince, run.hasWorked, run.position ?? ""].join(" ");
}

function readLine(line: string): Told {
  const [status, since, workedSince, hasWorked, position] = line.split(" ");
  return {
    status: status as Told["status"],
    position: position ? Number(position) : null,
    since: Number(since),
    workedSince: Number(workedSince),
    hasWorked: hasWorked === "true",
  };
}

function endOf(run: WatchedRun): MessageEnd | "gone" | null {
  if (run.link === "gone") return "gone";
  return run.ended?.ending ?? null;
}

function RunStatus({ told, isStopping }: { told: Told; isStopping: boolean }) {
  const { status, position, since, workedSince, hasWorked } = told;
  const isLong = useIsLate(workedSince);
  const [wasShown, setShown] = useState(false);
  const isWriting = status === "writing";
  // A plain answer that is long in coming needs no bar once it is there.
  const isShown = isLong && !isStopping && (!isWriting || wasShown);
  useEffect(() => {
    if (isShown) setShown(true);
  }, [isShown]);
  if (isStopping) return <Words>{text.statusStopping()}</Words>;
  if (status === "lost") {
    return (
      <span role="status" className="text-sm text-warn">
        {text.connectionLost()}
      </span>
    );
  }
  return (
    <>
      {isShown && <PhaseBar phase={phaseOf(isWriting, hasWorked)} />}
      {isWriting && isShown && <Words>{text.phaseWriting()}</Words>}
      {!isWriting && (
        <Wait words={describeStatus(status, position)} since={since} isMarked={!isShown} />
      )}
    </>
  );
}

function phaseOf(isWriting: boolean, hasWorked: boolean): Phase {
  if (isWriting) return "writing";
  return hasWorked ? "working" : "understanding";
}

type WaitProps = {
  /** Null: nothing is said before it is late. */
  words: string | null;
  lateWords?: string;
  since: number;
  /** Whether the mark moves before the words: where nothing else does. */
  isMarked?: boolean;
};

/** Words, and after five seconds since when they hold. */
function Wait({ words, lateWords, since, isMarked = false }: WaitProps) {
  const isLate = useIsLate(since);
  const shown = isLate ? (lateWords ?? words) : words;
  if (shown === null) return null;
  return (
    <>
      {isMarked && <WaitMark />}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Words>{shown}</Words>
        {isLate && <Elapsed since={since} />}
      </span>
    </>
  );
}

function WaitMark() {
  return (
    <span aria-hidden="true" className="wait-mark">
      <span />
      <span />
    </span>
  );
}

function Words({ children }: { children: string }) {
  return <span className="text-sm text-soft">{children}</span>;
}

const END_NEWS: Record<MessageEnd, () => string> = {
  complete: text.newsComplete,
  stopped: text.newsStopped,
  interrupted: text.newsInterrupted,
  failed: text.newsFailed,
  empty: text.newsFailed,
};

/** Says once that an answer is being written, and once how it ended; nothing of what was there before. */
function LiveNews({ isLive, ending }: { isLive: boolean; ending: MessageEnd | null }) {
  const [news, setNews] = useState("");
  const [wasLive, setWasLive] = useState(isLive);
  useEffect(() => {
    if (isLive) {
      setWasLive(true);
      setNews(text.newsGenerating());
    } else if (wasLive) {
      setWasLive(false);
      // Another tab may have deleted the answer.
      setNews(ending ? END_NEWS[ending]() : "");
    }
  }, [isLive, wasLive, ending]);
  return (
    <span role="status" data-news="" className="sr-only">
      {news}
    </span>
  );
}

type Phase = "understanding" | "working" | "writing";

/**
 * Where a long answer is: three phases and no more, so that the bar gives away neither how many steps there are nor what
 * they are.
 */
function PhaseBar({ phase }: { phase: Phase }) {
  const at = PHASES.findIndex((one) => one.phase === phase);
  return (
    <ol aria-label={text.progress()} className="settle flex shrink-0 items-center gap-1">
      {PHASES.map(({ phase: one, name }, place) => (
        <li
          key={one}
          aria-current={one === phase ? "step" : undefined}
          className={cn(
            "relative h-0.5 w-7 overflow-hidden rounded-full",
            place < at && "bg-accent",
            place === at && "phase-now bg-line-strong",
            place > at && "bg-line",
          )}
        >
          <span className="sr-only">{name()}</span>
        </li>
      ))}
    </ol>
  );
}

/** @param since milliseconds since 1970 */
function useIsLate(since: number): boolean {
  const [lateOf, setLateOf] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateOf(since), Math.max(0, since + LATE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return lateOf === since;
}

/**
 * How long something has lasted. It counts in seconds, and in minutes later: nobody needs the seconds of an hour.
 */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  const passedMs = Math.max(0, now - since);
  useEffect(() => {
    const step = passedMs < 2 * MINUTE_MS ? SECOND_MS : MINUTE_MS;
    const timer = setTimeout(() => setNow(Date.now()), step - (passedMs % step));
    return () => clearTimeout(timer);
  }, [passedMs]);
  return <span className="text-xs text-faint tabular-nums">{wordsOf(passedMs)}</span>;
}

/** @internal For its test. */
export function wordsOf(passedMs: number): string {
  const seconds = Math.floor(passedMs / SECOND_MS);
  if (passedMs < 2 * MINUTE_MS) return text.forSeconds({ count: seconds });
  const minutes = Math.floor(passedMs / MINUTE_MS);
  if (minutes < 120) return text.forMinutes({ count: minutes });
  return text.forHours({ count: Math.floor(minutes / 60) });
}
