"use client";
/** The theme: light, dark, or the system's; kept in localStorage and applied at once. */
import { useSyncExternalStore } from "react";
import { THEME_KEY, type Theme } from "./head-script.ts";

const CHANGED = "halfsilver:theme";

export function useTheme(): Theme {
  return useSyncExternalStore(onChange, readTheme, () => "system" as Theme);
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is not available: the choice lasts as long as the page.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function applyTheme(theme: string | null): void {
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  else delete dataset.theme;
}

function onChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return;
    applyTheme(event.newValue);
    listener();
  };
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}
