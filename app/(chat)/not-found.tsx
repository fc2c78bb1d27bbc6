/** Shown for a missing conversation and for another person's alike. */
import { NotHere } from "@/components/chat/view/not-here.tsx";

export default function ConversationNotFound() {
  return (
    <div data-leave="" className="flex flex-1 flex-col">
      <NotHere />
    </div>
  );
}
