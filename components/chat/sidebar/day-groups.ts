/** Sorts conversations under headings by the day they were last touched. Pure. */
import type { PublicConversation } from "@/lib/contracts/conversation.ts";

export type DayGroup = { heading: string; conversations: PublicConversation[] };

const DAY_MS = 86_400_000;
const HEADINGS = [
  { heading: "Today", fromDaysAgo: 0 },
  { heading: "Yesterday", fromDaysAgo: 1 },
  { heading: "Previous 7 days", fromDaysAgo: 7 },
  { heading: "Previous 30 days", fromDaysAgo: 30 },
] as const;

/**
 * @param conversations newest first
 * @param todayStartMs when today began where the person is
 */
export function groupByDay(
  conversations: readonly PublicConversation[],
  todayStartMs: number,
): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const conversation of conversations) {
    const heading = headingOf(Date.parse(conversation.updatedAt), todayStartMs);
    const last = groups.at(-1);
    if (last?.heading === heading) last.conversations.push(conversation);
    else groups.push({ heading, conversations: [conversation] });
  }
  return groups;
}

function headingOf(atMs: number, todayStartMs: number): string {
  const found = HEADINGS.find(({ fromDaysAgo }) => atMs >= todayStartMs - fromDaysAgo * DAY_MS);
  return found?.heading ?? "Older";
}
