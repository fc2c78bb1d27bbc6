/**
 * What a person chooses for one device: theme, size of text, key that sends. Kept in localStorage, seen by every tab, and
 * applied at once; `head-script.ts` applies it before the first paint.
 */
"use client";
import { useSyncExternalStore } from "react";
import { SEND_KEY, TEXT_SIZE_KEY, THEME_KEY } from "../head-script.ts";

const CHANGED = "halfsilver:device-choice";

type DeviceChoice<Value extends string> = { use: () => Value; choose: (value: Value) => void };

/**
 * @param values the first is the default, which is not stored
 * @param attribute of the root element (`data-…`) that styles read
 */
function deviceChoice<const Values extends readonly [string, ...string[]]>(
  key: string,
  values: Values,
  attribute?: string,
): DeviceChoice<Values[number]> {
  type Value = Values[number];
  const [fallback] = values;
  let chosen: Value | null = null;

  const stored = (): Value => {
    try {
      const value = localStorage.getItem(key);
      return values.find((one) => one === value) ?? fallback;
    } catch {
      // Storage is not available: the choice lasts as long as the page.
      return fallback;
    }
  };
  const apply = (value: Value) => {
    chosen = value;
    if (attribute === undefined) return;
    if (value === fallback) delete document.documentElement.dataset[attribute];
    else document.documentElement.dataset[attribute] = value;
  };
  const subscribe = (listener: () => void) => {
    const fromOtherTab = (event: StorageEvent) => {
      if (event.key !== key) return;
      apply(stored());
      listener();
    };
    window.addEventListener(CHANGED, listener);
    window.addEventListener("storage", fromOtherTab);
    return () => {
      window.removeEventListener(CHANGED, listener);
      window.removeEventListener("storage", fromOtherTab);
    };
  };
  return {
    use: () =>
      useSyncExternalStore<Value>(
        subscribe,
        () => chosen ?? stored(),
        () => fallback,
      ),
    choose(value) {
      apply(value);
      try {
        if (value === fallback) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // As above.
      }
      window.dispatchEvent(new Event(CHANGED));
    },
  };
}

export const theme = deviceChoice(THEME_KEY, ["system", "light", "dark"], "theme");
export const textSize = deviceChoice(TEXT_SIZE_KEY, ["normal", "large", "largest"], "textSize");
/** `enter`: Enter sends and Shift+Enter breaks the line; `chord`: Ctrl or Command with Enter sends. */
export const sendKey = deviceChoice(SEND_KEY, ["enter", "chord"]);
