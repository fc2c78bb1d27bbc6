import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inspectorKeys } from "./inspector-keys.ts";
import { maskAtEnd } from "./mask-at-end.ts";

const OPEN = { access: "open", openMinutes: 60, isTold: true, mayGive: true };
const SECRET = { secret: "the words of a person" };

let client: QueryClient;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  client.setQueryData(inspectorKeys.event("a", 1), SECRET);
  stop = maskAtEnd(client);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

const read = () => client.getQueryData(inspectorKeys.event("a", 1));
const open = (runId: string, leftMs: number | null) =>
  client.setQueryData(inspectorKeys.opening(runId), { ...OPEN, leftMs });

describe("what was read of an open run", () => {
  it("is dropped when the reason ends, and not before", () => {
    open("a", 3_600_000);
    vi.advanceTimersByTime(3_599_999);
    expect(read()).toEqual(SECRET);
    vi.advanceTimersByTime(1);
    expect(read()).toBeUndefined();
    expect(client.getQueryData(inspectorKeys.opening("a"))).toBeUndefined();
  });

  it("is dropped at the earliest of several ends", () => {
    open("a", 3_600_000);
    open("b", 60_000);
    vi.advanceTimersByTime(60_000);
    expect(read()).toBeUndefined();
  });

  it("stays longer where a new reason was given meanwhile", () => {
    open("a", 60_000);
    vi.advanceTimersByTime(30_000);
    open("a", 60_000);
    vi.advanceTimersByTime(59_999);
    expect(read()).toEqual(SECRET);
    vi.advanceTimersByTime(1);
    expect(read()).toBeUndefined();
  });

  it("stays where no reason is asked for", () => {
    open("a", null);
    vi.advanceTimersByTime(86_400_000);
    expect(read()).toEqual(SECRET);
  });
});
