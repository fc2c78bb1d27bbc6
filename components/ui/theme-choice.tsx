"use client";
/** Light, dark, or as the system has it; kept in localStorage and applied at once. */
import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { cn } from "./cn.ts";
import { THEME_KEY, type Theme } from "./head-script.ts";

const CHOICES = [
  { theme: "system", name: "System", Icon: Monitor },
  { theme: "light", name: "Light", Icon: Sun },
  { theme: "dark", name: "Dark", Icon: Moon },
] as const;

const CHANGED = "halfsilver:theme";

export function ThemeChoice() {
  const current = useSyncExternalStore(onChange, readTheme, () => "system" as Theme);
  return (
    <fieldset className="flex items-center gap-0.5 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ theme, name, Icon }) => (
        <label
          key={theme}
          className={cn(
            "flex h-7 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-2 text-xs",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent",
            theme === current
              ? "bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]"
              : "text-faint hover:text-ink",
          )}
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === current}
            onChange={() => chooseTheme(theme)}
          />
          <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is off: the choice holds for this page.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function onChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return;
    if (event.newValue === "light" || event.newValue === "dark") {
      document.documentElement.dataset.theme = event.newValue;
    } else delete document.documentElement.dataset.theme;
    listener();
  };
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}
