/** Shares with the other instances which connections fail, behind the turns. */
import "server-only";
import { processSlot } from "../../env/process-wide.ts";
import { log } from "../../log/log.ts";
import { BREAKER_LOOK_MS } from "../limits.ts";
import { type BreakerKeeper, connectionBreaker } from "./connection-breaker.ts";

const sharing = processSlot<NodeJS.Timeout>("breaker-sharing");

/** Once per process. A database that is away stops nothing: then each instance knows what it saw itself. */
export function startSharingBreaker(keeper: BreakerKeeper): void {
  if (sharing.value) return;
  const breaker = connectionBreaker();
  let isLooking = false;
  let hasWarned = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await breaker.share(keeper);
      hasWarned = false;
    } catch (error) {
      if (!hasWarned) log().warn({ err: error }, "failures of models could not be shared");
      hasWarned = true;
    }
    isLooking = false;
  };
  sharing.value = setInterval(() => void look(), BREAKER_LOOK_MS).unref();
  breaker.onEvent(() => void look());
  void look();
}

export function stopSharingBreaker(): void {
  clearInterval(sharing.value);
  sharing.value = undefined;
}
