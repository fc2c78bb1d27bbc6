/** The text of a status. Separate from the schema, whose library the chat loads after its page. */
import * as text from "../../messages/chat.ts";
import type { PublicStatus } from "./public-status.ts";

const TEXTS: Record<PublicStatus, () => string> = {
  thinking: text.statusThinking,
  waiting: text.statusWaiting,
  starting: text.statusStarting,
  "looking-up": text.statusLookingUp,
  "working-it-out": text.statusWorkingItOut,
  reading: text.statusReading,
};

export function describeStatus(status: PublicStatus): string {
  return TEXTS[status]();
}
