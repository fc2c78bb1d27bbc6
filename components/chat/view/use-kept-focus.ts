"use client";
/**
 * Keeps the focus where a control disappears with its message: when another version takes its place, its own control of
 * the same kind gets it, or else the message itself. Where nothing of that is left, the composer.
 */
import { useEffect, useLayoutEffect, useRef } from "react";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";

/** What distinguishes a control among those of its message. */
const KINDS = ["data-step", "data-copy", "data-again", "data-edit", "data-thumb"] as const;

/** `beforeId`: of the message before it, which stays where another version takes its place. */
type Held = {
  element: Element;
  id: string | null;
  beforeId: string | null;
  control: string | null;
};

export function useKeptFocus(messages: readonly PublicMessage[], isBusy: boolean): void {
  const held = useRef<Held | null>(null);
  const shown = useRef(messages);
  useEffect(() => {
    const hold = ({ target }: Event) => {
      if (!(target instanceof Element) || target === document.body) return;
      const article = target.closest<HTMLElement>("[data-message]");
      const index = shown.current.findIndex(({ id }) => id === article?.dataset.message);
      const [id = null, beforeId = null] = [shown.current[index]?.id, shown.current[index - 1]?.id];
      held.current = { element: target, id, beforeId, control: controlOf(target) };
    };
    document.addEventListener("focusin", hold);
    document.addEventListener("pointerdown", hold);
    return () => {
      document.removeEventListener("focusin", hold);
      document.removeEventListener("pointerdown", hold);
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = held;
    // Before the focus moves, which is held in turn.
    shown.current = messages;
    if (current !== null && !current.element.isConnected && isUnfocused()) place(current, messages);
    // The end of an answer takes controls away, too.
    void isBusy;
  }, [messages, isBusy]);
}

function isUnfocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function place({ id, beforeId, control }: Held, messages: readonly PublicMessage[]): void {
  const after = messages.findIndex((one) => one.id === beforeId) + 1;
  const message =
    id === null
      ? undefined
      : (messages.find((one) => one.id === id) ?? messages[after] ?? messages.at(-1));
  const article =
    message && document.querySelector<HTMLElement>(`[data-message="${CSS.escape(message.id)}"]`);
  if (!article) {
    focusComposer();
    return;
  }
  const same = control === null ? null : article.querySelector<HTMLElement>(control);
  (same ?? article).focus({ preventScroll: true });
}

/** Not where focus would open a keyboard over the page. */
function focusComposer(): void {
  if (!window.matchMedia("(pointer: fine)").matches) return;
  document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus();
}

function controlOf(target: Element): string | null {
  const control = target.closest("button, a");
  const kind = KINDS.find((name) => control?.hasAttribute(name));
  return kind ? `[${kind}="${CSS.escape(control?.getAttribute(kind) ?? "")}"]` : null;
}
