/** Hears the public events of a run of another instance. */
import "server-only";
import { bus } from "../../bus/bus.ts";
import { PublicEvent } from "../../contracts/public/public-event.ts";
import { runTopic } from "./topics.ts";

type Heard = {
  onEvent(event: PublicEvent): void;
  /** Something was missed, or cannot be read. */
  onDoubt(): void;
};

/** @returns the function that ends it */
export function hearRun(runId: string, { onEvent, onDoubt }: Heard): () => void {
  const unsubscribe = bus().subscribe(runTopic(runId), (message) => {
    const event = PublicEvent.safeParse(parse(message));
    if (event.success) onEvent(event.data);
    else onDoubt();
  });
  const forget = bus().onReopened(onDoubt);
  return () => {
    unsubscribe();
    forget();
  };
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
