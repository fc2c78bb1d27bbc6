"use client";
/** Hides the sidebar of a wide window and shows it again, by a button or Ctrl+B. It stays as it was left. */
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { keepCollapsed } from "./sidebar-cookie.ts";

const SHOW = "[data-show-sidebar]";
const HIDE = "[data-hide-sidebar]";

/** @param startsCollapsed as the server read it from the cookie */
export function useCollapsed(startsCollapsed: boolean) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  const toggle = useCallback(() => {
    const next = !isCollapsed;
    // The button that was pressed disappears with the sidebar, so the other button gets the focus.
    const takesFocus = document.activeElement?.closest(`aside, ${SHOW}`) != null;
    keepCollapsed(next);
    flushSync(() => setCollapsed(next));
    if (takesFocus) document.querySelector<HTMLElement>(next ? SHOW : HIDE)?.focus();
  }, [isCollapsed]);
  return { isCollapsed, toggle };
}
