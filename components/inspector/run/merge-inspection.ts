/** Puts what is new about a run beside what is known. The log only grows, so nothing known is ever replaced. Pure. */
import type { RunInspection, RunNews } from "@/lib/contracts/inspector.ts";

/** True while more is to come: the run is going on, or its log was too long for one answer. */
export function isOpen({ run, hasMore }: Pick<RunInspection, "run" | "hasMore">): boolean {
  return run.status === "running" || hasMore;
}

/** What is known, and the events beyond it. */
export function addNews(known: RunInspection, news: RunNews): RunInspection {
  const last = known.events.at(-1)?.seq ?? 0;
  const added = news.events.filter((event) => event.seq > last);
  const events = added.length === 0 ? known.events : [...known.events, ...added];
  return { ...known, run: news.run, events, hasMore: news.hasMore };
}

/** A run that has ended: everything anew, with the events that were known beyond the first stretch of the log. */
export function settleInspection(known: RunInspection, ended: RunInspection): RunInspection {
  const isLonger = known.events.length > ended.events.length;
  return isLonger ? { ...ended, events: known.events, hasMore: known.hasMore } : ended;
}
