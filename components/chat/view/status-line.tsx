"use client";
/**
 * The status of the run, visible and as a live region. The log itself is not live, so that a screen reader reads
 * the status and the end, not every piece of the answer.
 */
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import * as text from "@/lib/messages/chat.ts";
import type { WatchedRun } from "../run/run-watch.ts";
import { useRun } from "../run/use-run.ts";

type StatusLineProps = {
  runId: string | null;
  /** The answer's text when the page was rendered. */
  textSoFar: string;
  /** True while a message is being sent, when there is no run yet. */
  isSending: boolean;
  isStopping: boolean;
};

export function StatusLine({ runId, textSoFar, isSending, isStopping }: StatusLineProps) {
  const status = useRun(runId, textSoFar, statusOf);
  const isLive = isSending || (runId !== null && status !== "ended");
  const words = wordsOf(isLive, isStopping, isSending ? "thinking" : status);
  const news = useEndNews(isLive);
  return (
    <div role="status" aria-live="polite" className="status-line">
      {words !== null && (
        <span className={cn("text-sm", status === "lost" ? "text-warn" : "glint-text")}>
          {words}
        </span>
      )}
      {!isLive && <span className="sr-only">{news}</span>}
    </div>
  );
}

type LineStatus = WatchedRun["status"] | "ended" | "lost" | "writing";

function statusOf(run: WatchedRun): LineStatus {
  if (run.ended || run.link === "gone") return "ended";
  if (run.link === "lost") return "lost";
  if (run.status) return run.status;
  return run.text === "" ? "thinking" : "writing";
}

function wordsOf(isLive: boolean, isStopping: boolean, status: LineStatus): string | null {
  if (!isLive || status === "ended") return null;
  if (isStopping) return text.statusStopping();
  if (status === "lost") return text.connectionLost();
  return status === null || status === "writing" ? null : describeStatus(status);
}

/** Announces an end that comes while the page is open; else empty. */
function useEndNews(isLive: boolean): string {
  const [wasLive, setWasLive] = useState(false);
  useEffect(() => {
    if (isLive) setWasLive(true);
  }, [isLive]);
  return wasLive ? text.answerEnded() : "";
}
