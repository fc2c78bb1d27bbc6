import { describe, expect, it } from "vitest";
import { groupByDay } from "./list-rows.tsx";

const today = { startMs: Date.parse("2026-03-10T00:00:00Z"), timeZone: "UTC" };
const touched = (at: string) => ({
  id: at,
  title: at,
  updatedAt: at,
  state: "idle" as const,
  isPinned: false,
  folderId: null,
});

describe("groupByDay", () => {
  it("puts each conversation under its day, in the order given", () => {
    const groups = groupByDay(
      [
        touched("2026-03-10T12:00:00Z"),
        touched("2026-03-10T00:00:00Z"),
        touched("2026-03-09T23:59:59Z"),
        touched("2026-03-05T10:00:00Z"),
        touched("2026-02-20T10:00:00Z"),
        touched("2025-02-20T10:00:00Z"),
      ],
      today,
    );
    expect(groups.map(({ heading, conversations }) => [heading, conversations.length])).toEqual([
      ["Today", 2],
      ["Yesterday", 1],
      ["Previous 7 days", 1],
      ["Previous 30 days", 1],
      ["February 2025", 1],
    ]);
  });

  it("puts the pinned ones first, and nothing twice", () => {
    const one = touched("2026-03-10T12:00:00Z");
    const other = { ...touched("2025-03-10T12:00:00Z"), isPinned: true };
    expect(groupByDay([one, other, one], today).map(({ heading }) => heading)).toEqual([
      "Pinned",
      "Today",
    ]);
  });

  it.each([
    ["UTC", "January 2025"],
    ["Pacific/Kiritimati", "February 2025"],
  ])("names the month as it is in %s", (timeZone, heading) => {
    const [group] = groupByDay([touched("2025-01-31T23:00:00Z")], { ...today, timeZone });
    expect(group?.heading).toBe(heading);
  });

  it("has no empty groups", () => {
    expect(groupByDay([], today)).toEqual([]);
  });
});
