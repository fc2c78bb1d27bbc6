/** A dot that says what a conversation waits for. Nothing where it waits for nothing. */
import { cn } from "@/components/ui/cn.ts";
import type { ConversationState } from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";

const STATES: Record<Exclude<ConversationState, "idle">, { name: () => string; look: string }> = {
  running: { name: text.stateRunning, look: "bg-accent motion-safe:animate-pulse" },
  waiting: { name: text.stateWaiting, look: "border-2 border-accent" },
  unread: { name: text.stateUnread, look: "bg-accent" },
};

export function StateMark({ state }: { state: ConversationState }) {
  if (state === "idle") return null;
  const { name, look } = STATES[state];
  return (
    <span data-tooltip={name()} className="grid size-3 shrink-0 place-items-center">
      <span aria-hidden="true" className={cn("size-2 rounded-full", look)} />
      <span className="sr-only">{name()}</span>
    </span>
  );
}
