/** Masks payloads again when a reason ends: what was read is dropped and read again. The server masks it in any case. */
import type { Query, QueryClient } from "@tanstack/react-query";
import type { PayloadOpening } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import { inspectorKeys } from "./inspector-keys.ts";

/**
 * Keeps one timer to the earliest end among the openings in the cache, by this browser's clock from when each was answered.
 * @returns what ends the watch
 */
export function maskAtEnd(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    const openings = cache.findAll({ queryKey: inspectorKeys.openings() });
    const ends = openings.map(endOf).filter((end) => end !== null);
    if (ends.length > 0) timer = setTimeout(mask, Math.max(0, Math.min(...ends) - Date.now()));
  };
  // What is shown of one run may have come from another one of its conversation, so all of it goes.
  const mask = () => {
    clearTimeout(timer);
    client.resetQueries({ queryKey: inspectorKeys.all() }).catch(() => undefined);
  };
  const stop = cache.subscribe(({ type, query }) => {
    const [, kind] = query.queryKey;
    if (kind === inspectorKeys.openings()[1] && (type === "updated" || type === "removed")) plan();
  });
  // A timer stands still while the machine sleeps.
  const target = typeof document === "undefined" ? null : document;
  target?.addEventListener("visibilitychange", plan);
  plan();
  return () => {
    stop();
    clearTimeout(timer);
    target?.removeEventListener("visibilitychange", plan);
  };
}

/** In milliseconds since 1970; null: it is not open, or does not end. */
function endOf({ state: { data, dataUpdatedAt } }: Query): number | null {
  const { leftMs = null } = (data ?? {}) as Partial<PayloadOpening>;
  return leftMs === null ? null : dataUpdatedAt + leftMs;
}
