import { expect, it } from "vitest";
import { foldBreaker, type TimedEvent } from "./breaker-state.ts";

/** `a3` is a failure of conversation a in second 3, and `+4` an answer in second 4. */
function eventsOf(course: string): TimedEvent[] {
  return course.split(" ").map((word, index) => ({
    id: String(index),
    connection: "one",
    kind: word.startsWith("+") ? "answered" : "failed",
    by: word.charAt(0),
    at: Number(word.slice(1)) * 1_000,
  }));
}

it.each([
  ["a1 a2", 3, "closed"],
  ["a1 a2 a3 a4 a5", 6, "closed"],
  ["a1 b2", 3, "closed"],
  ["a1 a2 b3", 4, "open"],
  ["b3 a2 a1", 4, "open"],
  ["a1 b2 c3", 4, "open"],
  ["a1 a2 b61", 62, "closed"],
  ["a1 a2 b60", 61, "open"],
  ["a1 a2 +3 b4", 5, "closed"],
  ["a1 a2 +3 b4 b5 c6", 7, "open"],
  ["a1 a2 b3", 32, "open"],
  ["a1 a2 b3", 33, "half-open"],
  ["a1 a2 b3", 500, "half-open"],
  ["a1 a2 b3 c20", 34, "half-open"],
  ["a1 a2 b3 c33", 34, "open"],
  ["a1 a2 b3 c33", 63, "half-open"],
  ["a1 a2 b3 +33", 34, "closed"],
  ["a1 a2 b3 +10", 11, "closed"],
  ["a1 a2 b3 +33 a34 b35", 36, "closed"],
  ["a1 a2 b3 c33 +64", 65, "closed"],
])("after %s, in second %i, it is %s", (course, second, state) => {
  expect(foldBreaker(eventsOf(course), second * 1_000).state).toBe(state);
});
