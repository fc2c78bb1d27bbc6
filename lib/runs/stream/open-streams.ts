/** The streams to browsers that are open: each as the function that closes it. A browser whose stream is closed comes back. */
import "server-only";
import { processWide } from "../../env/process-wide.ts";

export const openStreams = processWide<Set<() => void>>("open-streams", () => new Set());

/** Sends every browser to another instance. */
export function closeStreams(): void {
  for (const close of openStreams()) close();
}
