/** Listens for the keys of turn-keys.ts. The help of the palette lists them. */
"use client";
import { useEffect } from "react";
import { TURN_KEYS, type TurnKey } from "./turn-keys.ts";

/** `data-opening` marks an overlay that is still loading: keys typed meanwhile are meant for it. */
const OVERLAYS =
  '[role="dialog"], [role="menu"], [role="alertdialog"], [role="listbox"], [data-opening]';

export function MessageKeys() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector(OVERLAYS)) return;
      const found = TURN_KEYS.find((key) => isMeant(key, event));
      if (found?.act(placeOf(event.target))) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return null;
}

function isMeant({ key, alt, scope }: TurnKey, event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== key || event.altKey !== (alt ?? false)) return false;
  if (event.metaKey || event.ctrlKey) return false;
  if (scope === "anywhere") return !isTyping(event.target) || isComposer(event.target);
  if (scope === "reading") return isReading(event.target);
  return isComposer(event.target) && event.target.value === "";
}

function isComposer(target: EventTarget | null): target is HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement && target.name === "message";
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}

/** In a message or in the log, or where nothing has the focus. */
function isReading(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || isTyping(target)) return false;
  return target === document.body || target.closest('[role="log"]') !== null;
}

function placeOf(target: EventTarget | null) {
  const messages = [...document.querySelectorAll<HTMLElement>('[role="log"] [data-message]')];
  const focused = target instanceof Element ? target.closest<HTMLElement>("[data-message]") : null;
  return { messages, focused };
}
