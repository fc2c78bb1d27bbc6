/** How long something has lasted. It counts in seconds, and in minutes later: nobody needs the seconds of an hour. */
"use client";
import { useEffect, useState } from "react";
import * as text from "@/lib/messages/chat.ts";

/** From then on a wait says what for, and since when. */
const LATE_MS = 5_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** @param since milliseconds since 1970 */
export function useIsLate(since: number): boolean {
  const [lateOf, setLateOf] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateOf(since), Math.max(0, since + LATE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return lateOf === since;
}

export function Elapsed({ since }: { since: number }) {
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
