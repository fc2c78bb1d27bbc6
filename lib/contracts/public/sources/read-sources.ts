/** The stored sources of an answer. */
import { PublicSource, toPublicSource } from "./public-source.ts";

/** @returns those that can be read; the number of another stays plain text */
export function readSources(stored: unknown): PublicSource[] {
  return (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const read = PublicSource.safeParse(one);
    return read.success ? [toPublicSource(read.data)] : [];
  });
}
