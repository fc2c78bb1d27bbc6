"use client";
/** Whether an overlay is open. A press on its button that comes before the script opens it, too. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { takeEarlyPress } from "../head-script.ts";
import { useEarly } from "./late-overlay.tsx";

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
  useEffect(() => {
    const { isPressed, isFocused } = early?.current ?? {};
    // The button that stood alone has gone with the focus.
    if (isFocused && document.activeElement === document.body) button.current?.focus();
    // After the current event: a press that makes React hydrate the button reaches it as a click, too.
    const timer = setTimeout(() => {
      if (takeEarlyPress(button.current) || isPressed) setOpen(true);
    });
    return () => clearTimeout(timer);
  }, [early]);
  return { isOpen, setOpen, button };
}
