/** The words of lib/contracts/public-status.ts, without its schema library; a test holds them equal. */
import type { PublicStatus } from "@/lib/contracts/public-status.ts";

export const STATUS_TEXT: Record<PublicStatus, string> = {
  thinking: "Thinking",
  "looking-up": "Looking something up",
  "working-it-out": "Working it out",
  reading: "Reading what you attached",
};
