/**
 * Whether the person of this page is still signed in, and whether they are asked to sign in again. Tabs tell each other
 * who has signed in.
 */
import { createStore } from "@/components/ui/device/create-store.ts";

type Session = {
  /** True once the server has said that nobody is signed in. */
  readonly isOut: boolean;
  /** True while the form is shown. */
  readonly isAsking: boolean;
};

const IN: Session = { isOut: false, isAsking: false };

const session = createStore(IN);
export const useSession = session.use;

/** @param isWanted the person has just done something that needs it: they are asked again although they said no before */
export function noteSignedOut(isWanted: boolean): void {
  const { isOut, isAsking } = session.get();
  if (isOut && !isWanted) return;
  if (!isAsking) session.set({ isOut: true, isAsking: true });
}

export function noteSignedIn(): void {
  if (session.get().isOut) session.set(IN);
}

export function stopAsking(): void {
  session.set({ ...session.get(), isAsking: false });
}

/** Resolves when the person is signed in again, or when the signal fires. */
export function untilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (session.get().isOut && !signal.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = session.subscribe(done);
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
