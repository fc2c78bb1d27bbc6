/** The answer as a run's log has it. Pure. */
import { replaceFrom } from "../public/splice-text.ts";
import type { LogEventBody } from "./log-event.ts";

/** `starts`: where its pieces begin, in order: from the start of one it can be written anew. */
export type FoldedAnswer = { text: string; starts: readonly number[] };

/** @param events of the log, in order; others are passed over */
export function foldAnswer(events: Iterable<LogEventBody>): FoldedAnswer {
  let text = "";
  const starts: number[] = [];
  for (const body of events) {
    if (body.type !== "answer.delta" && body.type !== "answer.restarted") continue;
    text = replaceFrom(text, body);
    while ((starts.at(-1) ?? -1) >= body.offset) starts.pop();
    starts.push(body.offset);
  }
  return { text, starts };
}
