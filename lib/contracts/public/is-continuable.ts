/** Which answers can be continued: those with text that are not whole. The database's statement says the same. */
import type { MessageEnd } from "./message-end.ts";

/** @param reason a code of lib/errors */
export function isContinuable({
  ending,
  reason,
  content,
}: {
  ending: MessageEnd;
  reason: string | null;
  content: string;
}): boolean {
  if (content === "") return false;
  return ending === "complete" ? CUT.has(reason) : ending !== "empty";
}

const CUT: ReadonlySet<string | null> = new Set(["answer-truncated", "answer-incomplete"]);
