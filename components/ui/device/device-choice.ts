/**
 * Theme, size of text, key that sends: what holds on this device. Kept in localStorage, seen by every tab, and applied at
 * once; `head-script.ts` applies it before the first paint. The account's values come with each page
 * (`account-script.ts`), and a choice goes back to the account (`keep-look.tsx`).
 */
"use client";
import { useSyncExternalStore } from "react";
import type { Look } from "@/lib/contracts/public/person/preferences.ts";
import { LOOK_HERE_KEY, SEND_KEY, TEXT_SIZE_KEY, THEME_KEY } from "../head-script.ts";

const CHANGED = "halfsilver:device-choice";

type DeviceChoice<Value extends string> = {
  now: () => Value;
  use: () => Value;
  choose: (value: Value) => void;
  /** As `choose`, for what the account has already. */
  apply: (value: Value) => void;
};

let chosenHere: (() => void) | null = null;

/** Called after each choice that belongs to the account. One listener for the page. */
export function onChosen(listener: () => void): () => void {
  chosenHere = listener;
  return () => {
    if (chosenHere === listener) chosenHere = null;
  };
}

/**
 * @param values the first is the default, which is not stored
 * @param options.attribute of the root element (`data-…`) that styles read
 * @param options.isKept whether a choice goes to the account
 */
function deviceChoice<const Values extends readonly [string, ...string[]]>(
  key: string,
  values: Values,
  options: { attribute?: string; isKept: () => boolean },
): DeviceChoice<Values[number]> {
  type Value = Values[number];
  const [fallback] = values;
  const { attribute, isKept } = options;
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
  const now = () => chosen ?? stored();
  const keepHere = (value: Value) => {
    apply(value);
    try {
      if (value === fallback) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // As above.
    }
    window.dispatchEvent(new Event(CHANGED));
  };
  return {
    now,
    use: () => useSyncExternalStore<Value>(subscribe, now, () => fallback),
    choose(value) {
      keepHere(value);
      if (isKept()) chosenHere?.();
    },
    apply: keepHere,
  };
}

/** Whether theme and size of text are this device's own, or the account's. */
export const lookPlace = deviceChoice(LOOK_HERE_KEY, ["account", "device"], {
  isKept: () => false,
});
const followsAccount = () => lookPlace.now() === "account";

export const theme = deviceChoice(THEME_KEY, ["system", "light", "dark"], {
  attribute: "theme",
  isKept: followsAccount,
});
export const textSize = deviceChoice(TEXT_SIZE_KEY, ["normal", "large", "largest"], {
  attribute: "textSize",
  isKept: followsAccount,
});
export const sendKey = deviceChoice(SEND_KEY, ["enter", "chord"], { isKept: () => true });

/** What this device gives its person's account: all of it, because the account may have none of it yet. */
export function lookNow(): Look {
  const keys = { sendKey: sendKey.now() };
  return followsAccount() ? { ...keys, theme: theme.now(), textSize: textSize.now() } : keys;
}
