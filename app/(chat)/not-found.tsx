/** Shown for a missing conversation and for another person's alike. Its script comes with no other page. */
"use client";
import { lazy, Suspense } from "react";

const ConversationNotFound = lazy(async () => ({
  default: (await import("@/components/chat/view/conversation-not-found.tsx")).ConversationNotFound,
}));

export default function NotFoundPage() {
  return (
    <div data-leave="" className="flex flex-1 flex-col">
      <Suspense fallback={null}>
        <ConversationNotFound />
      </Suspense>
    </div>
  );
}
