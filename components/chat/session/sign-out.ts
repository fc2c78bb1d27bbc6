/** Signs out. Clears what this browser holds of the person: drafts, and messages that wait in this tab. */
import { onlineManager, type QueryClient } from "@tanstack/react-query";
import { forgetDrafts } from "../compose/draft-store.ts";

export async function signOut(client: QueryClient): Promise<void> {
  // Nothing is read any more: it would be refused while the page goes.
  onlineManager.setOnline(false);
  await client.cancelQueries();
  await fetch("/api/auth/sign-out", { method: "POST" }).catch(() => undefined);
  sessionStorage.clear();
  forgetDrafts();
  window.location.assign("/sign-in");
}
