/** Groups the list of conversations: the pinned ones first, then by the day of the last change. Pure. */
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";

export type DayGroup = { heading: string; conversations: ListedConversation[] };

const DAY_MS = 86_400_000;
const PERIODS = [
  { fromDaysAgo: 0, heading: text.today },
  { fromDaysAgo: 1, heading: text.yesterday },
  { fromDaysAgo: 7, heading: () => text.previousDays({ days: 7 }) },
  { fromDaysAgo: 30, heading: () => text.previousDays({ days: 30 }) },
] as const;

/**
 * @param conversations newest first; one that comes twice is shown once
 * @param todayStartMs midnight in the person's time zone
 */
export function groupByDay(
  conversations: readonly ListedConversation[],
  todayStartMs: number,
): DayGroup[] {
  const groups = new Map<string, ListedConversation[]>();
  const seen = new Set<string>();
  const pinnedFirst = conversations.toSorted(
    (one, other) => Number(other.isPinned) - Number(one.isPinned),
  );
  for (const conversation of pinnedFirst) {
    if (seen.has(conversation.id)) continue;
    seen.add(conversation.id);
    const heading = headingOf(conversation, todayStartMs);
    groups.set(heading, [...(groups.get(heading) ?? []), conversation]);
  }
  return [...groups].map(([heading, conversations]) => ({ heading, conversations }));
}

function headingOf({ isPinned, updatedAt }: ListedConversation, todayStartMs: number): string {
  if (isPinned) return text.pinned();
  const atMs = Date.parse(updatedAt);
  const monthsAgo = new Date(updatedAt).toLocaleDateString("en", {
    month: "long",
    year: "numeric",
  });
  const found = PERIODS.find(({ fromDaysAgo }) => atMs >= todayStartMs - fromDaysAgo * DAY_MS);
  return found ? found.heading() : monthsAgo;
}
