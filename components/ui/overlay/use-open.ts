/** Whether an overlay is open. A press on its button that comes before the script opens it, too. */
"use client";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { takeEarlyPress } from "../device/early-presses.ts";
import { useEarly } from "./late-overlay.tsx";

/** How what opens stands beside its button. */
export const BESIDE = { sideOffset: 6, collisionPadding: 8, className: "z-50" } as const;

/** The classes of what opens. */
export const OPENED = "popup rounded-md bg-raised text-sm text-ink shadow-floating outline-none";

type Open = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** For the button, which also needs `KEEPS_PRESS`. */
  button: RefObject<HTMLButtonElement | null>;
};

export function useOpen(): Open {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const early = useEarly();
  // The button that stood alone has gone with the focus: it is here again before the browser can bring a key.
  useLayoutEffect(() => {
    if (early?.current.isFocused && document.activeElement === document.body)
      button.current?.focus();
  }, [early]);
  useEffect(() => {
    const isPressed = early?.current.isPressed;
    // After the current event: a press that makes React hydrate the button reaches it as a click, too.
    const timer = setTimeout(() => {
      if (takeEarlyPress(button.current) || isPressed) setOpen(true);
    });
    return () => clearTimeout(timer);
  }, [early]);
  return { isOpen, setOpen, button };
}

/**
 * Whether what goes away has the focus still, or nothing has it: only then the focus goes back. What was opened from it, a
 * dialog or a field, may have it before it is gone.
 */
export function hasFocus(popup: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || popup?.contains(activeElement) === true;
}
