import { expect, it } from "vitest";
import { formatWhen } from "./conversation-row.tsx";

const now = new Date(2026, 2, 10, 18, 0);

it.each([
  ["the time, on the same day", new Date(2026, 2, 10, 0, 5), "00:05"],
  ["day and time, in the same year", new Date(2026, 0, 31, 14, 3), "Jan 31, 14:03"],
  ["the day, before that", new Date(2025, 11, 31, 14, 3), "Dec 31, 2025"],
])("says %s", (_, at, said) => expect(formatWhen(at.toISOString(), now)).toBe(said));
