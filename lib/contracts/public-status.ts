/** The whole vocabulary in which a person learns what a run is doing. It never names or counts machinery. */
import { z } from "zod";

export const PublicStatus = z.enum(["thinking", "looking-up", "working-it-out", "reading"]);
export type PublicStatus = z.infer<typeof PublicStatus>;

export const PUBLIC_STATUS_TEXT: Record<PublicStatus, string> = {
  thinking: "Thinking",
  "looking-up": "Looking something up",
  "working-it-out": "Working it out",
  reading: "Reading what you attached",
};
