/** The answer as its person sees it while it is being written: put together from the log. Pure. */
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import { PUBLIC_STATUS_TEXT } from "@/lib/contracts/public-status.ts";

export type LiveAnswer = {
  text: string;
  /** What the person was last told; null before anything was. */
  status: string | null;
};

export function readLiveAnswer(events: readonly InspectedEvent[]): LiveAnswer {
  const pieces: string[] = [];
  let status: string | null = null;
  for (const { body } of events) {
    if (body.type === "answer.delta") pieces.push(String(body.text.value));
    else if (body.type === "status.changed") status = PUBLIC_STATUS_TEXT[body.status];
  }
  return { text: pieces.join(""), status };
}
