"use client";
/** Hides the sidebar of a wide window and shows it again, by a button or Ctrl+B. It stays as it was left. */
import { useCallback, useEffect, useRef, useState } from "react";
import { keepCollapsed } from "./sidebar-cookie.ts";

const SHOW = "[data-show-sidebar]";
const HIDE = "[data-hide-sidebar]";

/** @param startsCollapsed as the server read it from the cookie */
export function useCollapsed(startsCollapsed: boolean) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  const takesFocus = useRef(false);
  const toggle = useCallback(() => {
    // The button that was pressed is gone, as is everything in the sidebar: the other button gets the focus.
    takesFocus.current = document.activeElement?.closest(`aside, ${SHOW}`) != null;
    setCollapsed((was) => {
      keepCollapsed(!was);
      return !was;
    });
  }, []);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    document.querySelector<HTMLElement>(isCollapsed ? SHOW : HIDE)?.focus();
  }, [isCollapsed]);
  return { isCollapsed, toggle };
}
