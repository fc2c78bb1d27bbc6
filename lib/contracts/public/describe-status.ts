/** The text of a status. Separate from the schema, whose library the chat loads after its page. */
import * as text from "../../messages/chat.ts";
import type { PublicStatus } from "./public-status.ts";

const TEXTS: Record<PublicStatus, () => string> = {
  thinking: text.statusThinking,
  waiting: text.statusWaiting,
  starting: text.statusStarting,
  queued: text.statusQueued,
  "looking-up": text.statusLookingUp,
  "working-it-out": text.statusWorkingItOut,
  reading: text.statusReading,
};

/** @param position in the queue, from 1; null where it is not known or there is none */
export function describeStatus(status: PublicStatus, position: number | null = null): string {
  if (status === "queued" && position !== null) return text.statusQueuedAt({ position });
  return TEXTS[status]();
}
