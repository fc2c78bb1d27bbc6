/** Whether this browser shows notifications: chosen by the person, and allowed by the browser. Kept in this browser. */
"use client";
import { useSyncExternalStore } from "react";

const KEY = "halfsilver.notices";
const CHANGED = "halfsilver:notices";

/** `unsupported`: the browser has none, or the page is not served over HTTPS. `blocked`: the browser refuses them. */
export type NoticeState = "unsupported" | "blocked" | "off" | "on";

export function noticeState(): NoticeState {
  if (!("Notification" in window) || !("locks" in navigator)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && isChosen() ? "on" : "off";
}

function isChosen(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** State of a switch, e.g. in settings. Null on the server. */
export function useNoticeState(): NoticeState | null {
  return useSyncExternalStore(subscribe, noticeState, () => null);
}

/** Asks for permission, so call it on a press only. */
export async function turnNoticesOn(): Promise<NoticeState> {
  if (noticeState() === "unsupported") return "unsupported";
  const permission = await Notification.requestPermission();
  keep(permission === "granted");
  return noticeState();
}

export function turnNoticesOff(): void {
  keep(false);
}

function keep(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // The browser stores nothing for this page: it stays off.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}
