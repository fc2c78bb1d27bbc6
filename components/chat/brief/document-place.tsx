/** Shows the open document of a conversation: in a panel beside the chat, or on a narrow screen over it. */
"use client";
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import { focusComposer } from "../focus-composer.ts";
import { documentsOf } from "./documents-of.ts";
import { openDocument, useOpenDocument } from "./open-document.ts";

const DocumentPanel = lazy(async () => ({
  default: (await import("./document-panel.tsx")).DocumentPanel,
}));
const DocumentSheet = lazy(async () => ({
  default: (await import("./document-sheet.tsx")).DocumentSheet,
}));

type DocumentPlaceProps = {
  conversationId: string;
  messages: readonly PublicMessage[];
  /** True while an answer is being written. */
  isBusy: boolean;
  onSay: (text: string) => void;
};

export function DocumentPlace({ conversationId, messages, isBusy, onSay }: DocumentPlaceProps) {
  const openId = useOpenDocument(conversationId);
  const isWide = useIsWide();
  const documents = documentsOf(messages);
  const newestId = documents.at(-1)?.answerId ?? null;
  useFollowNewest(conversationId, openId, newestId);
  const arrivedOpen = useRef(openId);
  const shown = documents.findLast(({ answerId }) => answerId === openId);
  if (!shown) return null;
  // What was open when the page came is no reason to cover a small screen.
  if (!isWide && arrivedOpen.current === openId) return null;
  const close = () => {
    openDocument(conversationId, null);
    focusOpener(shown.answerId);
  };
  const parts = {
    document: shown,
    isNewest: shown.answerId === newestId,
    isBusy,
    onSay,
    onClose: close,
  };
  return (
    <Suspense>{isWide ? <DocumentPanel {...parts} /> : <DocumentSheet {...parts} />}</Suspense>
  );
}

/** A new document, e.g. the brief that was written anew, takes the place of the one that was the newest. */
function useFollowNewest(conversationId: string, openId: string | null, newestId: string | null) {
  const before = useRef(newestId);
  useEffect(() => {
    const wasNewest = openId !== null && openId === before.current;
    if (wasNewest && newestId !== null && newestId !== openId)
      openDocument(conversationId, newestId);
    before.current = newestId;
  }, [conversationId, openId, newestId]);
}

function focusOpener(answerId: string): void {
  requestAnimationFrame(() => {
    const opener = document.querySelector<HTMLElement>(`[data-document="${answerId}"]`);
    if (opener) opener.focus();
    else focusComposer();
  });
}

const WIDE = "(min-width: 64rem)";

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(WIDE);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
