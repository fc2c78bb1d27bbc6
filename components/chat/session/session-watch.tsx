/** Asks the person to sign in again when their session has ended, and follows who signs in in other tabs. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import {
  leaveToOther,
  noteSignedIn,
  onTabSignedIn,
  tellTabsWho,
  useSession,
} from "./session-state.ts";

const SignInAgain = lazy(() => import("./sign-in-again.tsx"));

// What the browser keeps of one person's unsent words is gone before another one sees the page.

const OWNER = "halfsilver.person";
const KEPT = /^halfsilver\.(?:draft|waiting)\./;

type SessionWatchProps = { personId: string; email: string };

export function SessionWatch({ personId, email }: SessionWatchProps) {
  const client = useQueryClient();
  const { isOut, isAsking } = useSession();
  /** The dialog stays for its way out. */
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => {
    tellTabsWho(personId);
    return onTabSignedIn((who) => (who === personId ? noteSignedIn() : leaveToOther()));
  }, [personId]);
  useEffect(() => {
    if (isOut) setAsked(true);
    // What could not be read while nobody was signed in.
    else if (wasAsked) void client.invalidateQueries();
  }, [client, isOut, wasAsked]);
  if (!wasAsked) return null;
  return (
    <Suspense>
      <SignInAgain personId={personId} email={email} isOpen={isAsking} />
    </Suspense>
  );
}

/** Before anything kept is read, in the first render of the page. */
export function useOwnStorage(personId: string): void {
  useState(() => {
    if (typeof window !== "undefined") claimStorage(personId);
  });
}

/** Called before anything kept is read. */
function claimStorage(personId: string): void {
  for (const name of ["sessionStorage", "localStorage"] as const) {
    try {
      claim(window[name], personId);
    } catch {
      // The browser stores nothing for this page, so nothing is kept.
    }
  }
}

/** @internal For its test. */
export function claim(storage: Storage, personId: string): void {
  const owner = storage.getItem(OWNER);
  if (owner === personId) return;
  if (owner !== null) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key !== null && KEPT.test(key)) storage.removeItem(key);
  }
  storage.setItem(OWNER, personId);
}
