/** Lists the texts inside messages, tools and deltas, each with its author. */
import "server-only";
import { WHY_DEPTH_MAX } from "../limits.ts";

export type Passage = { role: string | null; hopRef: string | null; texts: readonly string[] };

/** @param hops the hop in which each message was written, where that is known */
export function passagesOf(content: readonly unknown[], hops: readonly string[]): Passage[] {
  return content.map((message, index) => {
    const { role, content: text, tool_calls: calls } = Object(message) as Record<string, unknown>;
    const hopRef = hops[index] ?? null;
    if (typeof role !== "string") return { role: null, hopRef, texts: leavesOf(message) };
    return { role, hopRef, texts: [...textsOf(text), ...leavesOf(calls).flatMap(textsOf)] };
  });
}

/** A text as it is and, where it is JSON, the texts inside it, because a search also means escaped text. */
export function textsOf(value: unknown): string[] {
  if (typeof value !== "string") return leavesOf(value);
  if (!/^\s*[[{"]/.test(value)) return [value];
  try {
    return [value, ...leavesOf(JSON.parse(value))];
  } catch {
    return [value];
  }
}

/** Every text and number inside a value. */
export function leavesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || depth > WHY_DEPTH_MAX) return [];
  return Object.values(value).flatMap((item) => leavesOf(item, depth + 1));
}
