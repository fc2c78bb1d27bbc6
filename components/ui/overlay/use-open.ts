"use client";
/** Whether an overlay is open. A press on its button that comes before the script opens it, too. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { takeEarlyPress } from "../head-script.ts";

type Open = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** For the button, which also needs `KEEPS_PRESS`. */
  button: RefObject<HTMLButtonElement | null>;
};

export function useOpen(): Open {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After the current event: a press that makes React hydrate the button reaches it as a click, too.
    const timer = setTimeout(() => {
      if (takeEarlyPress(button.current)) setOpen(true);
    });
    return () => clearTimeout(timer);
  }, []);
  return { isOpen, setOpen, button };
}
