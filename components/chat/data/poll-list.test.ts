import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ConversationState } from "@/lib/contracts/public/organise/conversation-list.ts";
import { type ListPages, noteTurn, pollList } from "./poll-list.ts";

const MINUTE_MS = 60_000;

const pages = (state: ConversationState): ListPages => ({
  pages: [
    {
      folders: [{ id: "folder", name: "Folder", count: 1, state }],
      news: [],
      conversations: [],
      next: null,
    },
  ],
  pageParams: [null],
});

/** A list that is read by its own timers, with the number of times that it was. */
function watchList(isVisible: boolean) {
  // Elsewhere than in a browser nothing is read by a timer.
  environmentManager.setIsServer(() => false);
  onTestFinished(() => environmentManager.setIsServer(() => true));
  vi.useFakeTimers();
  const client = new QueryClient();
  let state: ConversationState = "idle";
  let reads = 0;
  const options = (visible: boolean) => ({
    queryKey: ["list"],
    queryFn: () => {
      reads += 1;
      return pages(state);
    },
    initialData: pages("idle"),
    staleTime: Number.POSITIVE_INFINITY,
    ...pollList(true, visible),
  });
  const observer = new QueryObserver<ListPages>(client, options(isVisible));
  onTestFinished(observer.subscribe(() => undefined));
  onTestFinished(() => void vi.useRealTimers());
  return {
    show: (visible: boolean) => observer.setOptions(options(visible)),
    async become(next: ConversationState) {
      state = next;
      await observer.refetch();
    },
    async readsIn(minutes: number) {
      reads = 0;
      await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
      return reads;
    },
  };
}

describe("the list of conversations", () => {
  it("is read once a minute at rest, and not in a hidden tab", async () => {
    const list = watchList(true);
    expect(await list.readsIn(10)).toBe(10);
    list.show(false);
    expect(await list.readsIn(10)).toBe(0);
    list.show(true);
    expect(await list.readsIn(10)).toBe(10);
  });

  it("is followed while an answer is being written, also in a hidden tab, and rests afterwards", async () => {
    const list = watchList(false);
    await list.become("running");
    expect(await list.readsIn(1)).toBe(30);
    await list.become("idle");
    await list.readsIn(1);
    expect(await list.readsIn(10)).toBe(0);
  });

  it("is followed for a moment behind an answer that it has not seen being written", async () => {
    const list = watchList(false);
    noteTurn();
    await list.become("idle");
    expect(await list.readsIn(1)).toBeGreaterThan(5);
    expect(await list.readsIn(10)).toBe(0);
  });
});
