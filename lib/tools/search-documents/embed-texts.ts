import "server-only";
/** Vectors of unit length from the embedding port. Whatever goes wrong there leaves a search by words. */
import type { DocumentPorts } from "./document-ports.ts";

const BATCH = 64;
/** More of one document are found by their words alone. */
const EMBEDDED_MAX = 1_000;
/** Enough for an order, and a third of the digits to store. */
const DIGITS = 5;

/** @returns one vector a text, or null for each where there are none */
export async function embedTexts(
  embed: DocumentPorts["embed"],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(readonly number[] | null)[]> {
  const none = texts.map(() => null);
  if (!embed) return none;
  try {
    const vectors: (readonly number[] | null)[] = [];
    for (let at = 0; at < Math.min(texts.length, EMBEDDED_MAX); at += BATCH) {
      const batch = texts.slice(at, Math.min(at + BATCH, EMBEDDED_MAX));
      const embedded = await embed(batch, signal);
      vectors.push(...batch.map((_, index) => toUnitLength(embedded[index])));
    }
    return texts.map((_, index) => vectors[index] ?? null);
  } catch {
    signal.throwIfAborted();
    return none;
  }
}

function toUnitLength(vector: readonly number[] | undefined): readonly number[] | null {
  const length = Math.hypot(...(vector ?? []));
  if (!vector || !Number.isFinite(length) || length === 0) return null;
  return vector.map((value) => Number((value / length).toFixed(DIGITS)));
}
