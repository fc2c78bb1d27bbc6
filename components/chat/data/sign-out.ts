import { forgetDrafts } from "../compose/draft-store.ts";

/** Signs out. Clears what this browser holds of the person: drafts, and messages that wait in this tab. */
export async function signOut(): Promise<void> {
  await fetch("/api/auth/sign-out", { method: "POST" }).catch(() => undefined);
  sessionStorage.clear();
  forgetDrafts();
  window.location.assign("/sign-in");
}
