/** Shares with the other instances which connections fail, behind the turns. */
import "server-only";
import { processSlot } from "../../env/process-wide.ts";
import { log } from "../../log/log.ts";
import { BREAKER_LOOK_MS } from "../limits.ts";
import { type BreakerKeeper, connectionBreaker } from "./connection-breaker.ts";

/** How instances tell each other that something was kept. A message may be lost: then the next look finds it. */
export type BreakerNews = {
  tell(): void;
  /** @returns the function that ends it */
  listen(listener: () => void): () => void;
};

type Sharing = { timer: NodeJS.Timeout; leave: () => void };
const sharing = processSlot<Sharing>("breaker-sharing");

/** Once per process. A database that is away stops nothing: then each instance knows what it saw itself. */
export function startSharingBreaker(keeper: BreakerKeeper, news: BreakerNews): void {
  if (sharing.value) return;
  const breaker = connectionBreaker();
  let isLooking = false;
  /** Something happened while it was looking. */
  let mustLookAgain = false;
  let hasWarned = false;
  const look = async () => {
    mustLookAgain = isLooking;
    if (isLooking) return;
    isLooking = true;
    try {
      if (await breaker.share(keeper)) news.tell();
      hasWarned = false;
    } catch (error) {
      if (!hasWarned) log().warn({ err: error }, "failures of models could not be shared");
      hasWarned = true;
    }
    isLooking = false;
    if (mustLookAgain) await look();
  };
  sharing.value = {
    timer: setInterval(() => void look(), BREAKER_LOOK_MS).unref(),
    leave: news.listen(() => void look()),
  };
  breaker.onEvent(() => void look());
  void look();
}

export function stopSharingBreaker(): void {
  clearInterval(sharing.value?.timer);
  sharing.value?.leave();
  sharing.value = undefined;
}
