/** Recognises a person's message that is a decision on a question of the answer before it. */
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";

/**
 * @returns the decision in a word; null for any other message. The question itself stands in its box, right above, and
 *   is not said again.
 */
export function decisionOf(
  message: PublicMessage,
  before: PublicMessage | undefined,
): string | null {
  for (const { question } of before?.approvals ?? []) {
    if (message.content === text.approveQuestion({ question })) return text.approve();
    if (message.content === text.declineQuestion({ question })) return text.decline();
  }
  return null;
}
