/** Shown for a missing conversation and for another person's alike. */
import { ConversationNotFound } from "@/components/chat/view/conversation-not-found.tsx";

export default function NotFoundPage() {
  return (
    <div data-leave="" className="flex flex-1 flex-col">
      <ConversationNotFound />
    </div>
  );
}
