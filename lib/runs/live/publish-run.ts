/** Publishes the public events of a run to readers on other instances, many in one message. */
import "server-only";
import { bus } from "../../bus/bus.ts";
import { MESSAGE_MAX_BYTES } from "../../bus/limits.ts";
import type { PublicEvent } from "../../contracts/public/public-event.ts";
import { MESSAGE_TEXT_MAX_CHARS } from "../limits.ts";
import { hasOtherInstances } from "../process/instances.ts";
import type { RunLog } from "../run-log.ts";
import { runTopic } from "./topics.ts";

/** Says that there is news which is too large for a message. */
const READ_THE_LOG = "null";

/** Until the run is over. Where no other instance is up and nobody here listens, nothing is published. */
export function publishRun(runLog: RunLog): void {
  const topic = runTopic(runLog.runId);
  let waiting: PublicEvent[] = [];
  const take = () => {
    const events = waiting;
    waiting = [];
    // A process that was frozen meanwhile says nothing; readers read the log for what they miss.
    return runLog.isHeld ? events.flatMap(toMessages) : [];
  };
  runLog.subscribe((event) => {
    if (!hasOtherInstances() && !bus().isHeard(topic)) return;
    const last = waiting.at(-1);
    if (last?.type === "delta" && event.type === "delta") {
      last.text += event.text;
      return;
    }
    if (waiting.length === 0 && !bus().publish(topic, take)) return;
    waiting.push({ ...event });
  });
}

function toMessages(event: PublicEvent): string[] {
  if (event.type !== "delta") {
    const message = JSON.stringify(event);
    return [Buffer.byteLength(message) <= MESSAGE_MAX_BYTES ? message : READ_THE_LOG];
  }
  const { offset, text } = event;
  const messages: string[] = [];
  for (let at = 0; at < text.length; at += MESSAGE_TEXT_MAX_CHARS) {
    const part = text.slice(at, at + MESSAGE_TEXT_MAX_CHARS);
    messages.push(JSON.stringify({ type: "delta", offset: offset + at, text: part }));
  }
  return messages;
}
