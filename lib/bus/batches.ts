/** Collects what an instance publishes for a short time. Who listens in this process hears it when it is sent. */
import "server-only";
import { metrics } from "../metrics/metrics.ts";
import { BATCH_MS } from "./limits.ts";

type Message = readonly [topic: string, message: string];

export function openBatches(
  deliver: (topic: string, message: string) => void,
  send: (batch: readonly Message[]) => void,
) {
  let waiting: [topic: string, take: () => readonly string[]][] = [];
  let timer: NodeJS.Timeout | undefined;
  const sendWaiting = () => {
    timer = undefined;
    const batch = waiting.flatMap(([topic, take]) =>
      take().map((message): Message => [topic, message]),
    );
    waiting = [];
    metrics().busMessages.inc({ direction: "out" }, batch.length);
    for (const [topic, message] of batch) deliver(topic, message);
    send(batch);
  };
  return {
    add(topic: string, take: () => readonly string[]): void {
      waiting.push([topic, take]);
      timer ??= setTimeout(sendWaiting, BATCH_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
