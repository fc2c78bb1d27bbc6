/** The way to a message of the conversation, also to one that is not loaded yet. */
"use client";
import { useCallback, useState } from "react";

type ReachProps = {
  findLog: () => HTMLElement | null;
  /** Loads what is missing up to a message. @returns false where there is no such message */
  load: (messageId: string) => Promise<boolean>;
  stopScroll: () => void;
};

export type Reach = (messageId: string, signal: AbortSignal) => Promise<HTMLElement | null>;

/**
 * @returns `reach`, which scrolls to a message and resolves with its element, or with null where the conversation has no
 * such message, or was told to stop; and the id of the one that is being reached
 */
export function useReach({ findLog, load, stopScroll }: ReachProps) {
  const [wantedId, setWantedId] = useState<string | null>(null);
  const reach = useCallback<Reach>(
    async (messageId, signal) => {
      setWantedId(messageId);
      const find = () => findLog()?.querySelector<HTMLElement>(`#message-${CSS.escape(messageId)}`);
      const element = (await load(messageId)) ? await untilThere(find) : null;
      if (element && !signal.aborted) {
        stopScroll();
        await scrollTo(element, signal);
      }
      setWantedId((now) => (now === messageId ? null : now));
      if (signal.aborted) return null;
      return element?.querySelector<HTMLElement>("[data-message]") ?? null;
    },
    [findLog, load, stopScroll],
  );
  return { reach, wantedId };
}

/** More than are needed: one or two for React, and as many for heights to settle. */
const FRAMES_MAX = 20;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function untilThere(find: () => HTMLElement | null | undefined): Promise<HTMLElement | null> {
  for (let frame = 0; frame < FRAMES_MAX; frame += 1) {
    const element = find();
    if (element) return element;
    await nextFrame();
  }
  return null;
}

/** Again, until nothing moves any more: what comes near is drawn, and may be higher than was thought. */
async function scrollTo(element: HTMLElement, signal: AbortSignal): Promise<void> {
  let before = Number.NaN;
  for (let frame = 0; frame < FRAMES_MAX && !signal.aborted; frame += 1) {
    element.scrollIntoView({ block: "start" });
    const { top } = element.getBoundingClientRect();
    if (Math.abs(top - before) < 1 && element.dataset.form === "drawn") return;
    before = top;
    await nextFrame();
  }
}
