/** For a field that stands where its button was: the button is there again, and has the focus, when the field is gone. */
"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** @returns the ref of the button. It takes no focus from where the person has gone meanwhile. */
export function useFocusBack(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}
