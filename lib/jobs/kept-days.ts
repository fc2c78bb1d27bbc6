/** How many days each class is kept; 0: for good. Conversations first: what they take with them needs no other class. */
import "server-only";
import type { RetentionClass } from "../contracts/inspector/erasure-request.ts";
import { settings } from "../env/settings.ts";

export function keptDays(): { name: RetentionClass; days: number }[] {
  const days = settings();
  return [
    { name: "messages", days: days.RETENTION_MESSAGES_DAYS },
    { name: "log-payloads", days: days.RETENTION_LOG_PAYLOADS_DAYS },
    { name: "log", days: days.RETENTION_LOG_DAYS },
    { name: "hidden-state", days: days.HIDDEN_STATE_TTL_DAYS },
    {
      name: "context-deltas",
      days: days.RETENTION_CONTEXT_DELTAS_DAYS ?? days.HIDDEN_STATE_TTL_DAYS,
    },
    { name: "attachments", days: days.RETENTION_ATTACHMENTS_DAYS },
    { name: "reviews", days: days.RETENTION_REVIEWS_DAYS },
    { name: "audit", days: days.RETENTION_AUDIT_DAYS },
  ];
}
