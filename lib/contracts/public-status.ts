/** The whole vocabulary in which a person learns what a run is doing. It never names or counts machinery. */
import * as z from "zod/mini";
import * as text from "../messages/chat.ts";

export const PublicStatus = z.enum(["thinking", "looking-up", "working-it-out", "reading"]);
export type PublicStatus = z.infer<typeof PublicStatus>;

const TEXTS: Record<PublicStatus, () => string> = {
  thinking: text.statusThinking,
  "looking-up": text.statusLookingUp,
  "working-it-out": text.statusWorkingItOut,
  reading: text.statusReading,
};

export function describeStatus(status: PublicStatus): string {
  return TEXTS[status]();
}
