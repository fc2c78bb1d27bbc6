/** The part of a conversation that this tab has: an unbroken row of messages up to the newest. Pure. */
import { MESSAGE_PAGE_COUNT } from "@/lib/contracts/limits.ts";
import type { ConversationDetail, MessagePage } from "@/lib/contracts/public/conversation.ts";

/** What the tab has, as a query of `GET /api/conversations/[conversationId]`: all but the newest page is kept. */
export function knownPart(detail: ConversationDetail | undefined): string {
  const { messages } = detail ?? { messages: [] };
  const [first] = messages;
  const tail = messages.at(-MESSAGE_PAGE_COUNT) ?? first;
  if (!first || !tail) return "";
  return `?${new URLSearchParams({ from: first.id, tail: tail.id })}`;
}

/** Keeps what the tab has before the first message of a new reading. */
export function withReading(
  before: ConversationDetail | undefined,
  read: ConversationDetail,
): ConversationDetail {
  const [first] = read.messages;
  const place = first ? (before?.messages.findIndex(({ id }) => id === first.id) ?? -1) : -1;
  if (!before || place <= 0) return read;
  const { hasOlder, messages } = before;
  return { ...read, hasOlder, messages: [...messages.slice(0, place), ...read.messages] };
}

/** Adds older messages, unless the conversation has changed before them since. */
export function withOlder(
  detail: ConversationDetail,
  beforeId: string,
  { messages, hasOlder }: MessagePage,
): ConversationDetail {
  if (detail.messages[0]?.id !== beforeId) return detail;
  return { ...detail, hasOlder, messages: [...messages, ...detail.messages] };
}

/** Leaves the newest page only, so that the next visit begins with it. */
export function newestPage(detail: ConversationDetail): ConversationDetail {
  if (detail.messages.length <= MESSAGE_PAGE_COUNT) return detail;
  return { ...detail, hasOlder: true, messages: detail.messages.slice(-MESSAGE_PAGE_COUNT) };
}
