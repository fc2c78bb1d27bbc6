/**
 * Whether the person of this page is still signed in, and whether they are asked to sign in again. Tabs tell each other
 * who has signed in.
 */
import { useSyncExternalStore } from "react";

type Session = {
  /** True once the server has said that nobody is signed in. */
  readonly isOut: boolean;
  /** True while the form is shown. */
  readonly isAsking: boolean;
};

const IN: Session = { isOut: false, isAsking: false };

let session = IN;
const listeners = new Set<() => void>();

function set(next: Session): void {
  session = next;
  for (const listener of [...listeners]) listener();
}

/** @param isWanted the person has just done something that needs it: they are asked again although they said no before */
export function noteSignedOut(isWanted: boolean): void {
  if (session.isOut && !isWanted) return;
  if (!session.isAsking) set({ isOut: true, isAsking: true });
}

export function noteSignedIn(): void {
  if (session.isOut) set(IN);
}

export function stopAsking(): void {
  set({ ...session, isAsking: false });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => IN,
  );
}

/** Resolves when the person is signed in again, or when the signal fires. */
export function untilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (session.isOut && !signal.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(done);
    signal.addEventListener("abort", done, { once: true });
    done();
  });
}

const NAME = "halfsilver.session";

export function tellTabsWho(personId: string): void {
  try {
    localStorage.setItem(NAME, `${Date.now()} ${personId}`);
  } catch {
    // The browser stores nothing for this page. Another tab learns it with its next request.
  }
}

/** Calls back with the person whom another tab has signed in. */
export function onTabSignedIn(listener: (personId: string) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const personId = key === NAME ? newValue?.split(" ")[1] : undefined;
    if (personId) listener(personId);
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Somebody else is signed in: this page shows what is not theirs, and makes room for their own. */
export function leaveToOther(): void {
  window.location.assign("/");
}
