/** What polls asks often while something goes on, and once a minute at rest. */
import { describe, expect, it } from "vitest";
import { AT_REST_MS, poll } from "./polling.ts";

const askedAfter = (options: Parameters<typeof poll<number>>[0], data?: number) =>
  poll<number>(options).refetchInterval({ state: { data } });

describe("a poll", () => {
  it("asks once a minute at rest, and not in a hidden tab", () => {
    expect(askedAfter({})).toBe(60_000);
    expect(AT_REST_MS).toBe(60_000);
    expect(poll().refetchIntervalInBackground).toBe(false);
  });

  it("asks more often while what was read goes on", () => {
    const options = { busyMs: 300, isBusy: (left: number | undefined) => (left ?? 0) > 0 };
    expect(askedAfter(options, 2)).toBe(300);
    expect(askedAfter(options, 0)).toBe(AT_REST_MS);
    expect(askedAfter(options)).toBe(AT_REST_MS);
    expect(askedAfter({ ...options, atRest: () => false }, 0)).toBe(false);
  });
});
