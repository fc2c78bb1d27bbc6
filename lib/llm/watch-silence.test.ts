import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchSilence } from "./watch-silence.ts";

describe("watchSilence", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("rings once, a whole silence after what was heard last", () => {
    const rung = vi.fn();
    const watch = watchSilence(100, rung);
    vi.advanceTimersByTime(60);
    watch.hear();
    vi.advanceTimersByTime(99);
    expect(rung).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(rung).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(rung).toHaveBeenCalledOnce();
  });

  it("never rings once it has ended", () => {
    const rung = vi.fn();
    const watch = watchSilence(100, rung);
    vi.advanceTimersByTime(60);
    watch.hear();
    vi.advanceTimersByTime(60);
    watch.end();
    vi.advanceTimersByTime(1_000);
    expect(rung).not.toHaveBeenCalled();
  });
});
