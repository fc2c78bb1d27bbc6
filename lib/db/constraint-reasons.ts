/** Maps a violated unique constraint to its meaning. */
import "server-only";

const REASONS = {
  /** The same press of Send arrived before. */
  message_author_id_client_message_id_key: "sent-before",
  run_one_active: "run-active",
  /** Another statement wrote to the conversation meanwhile: try again. */
  message_conversation_id_ordinal_key: "stale-snapshot",
  /** Another run of the person took the slot meanwhile: try again. */
  run_user_slot: "slot-taken",
  ums_person_email_key: "email-taken",
  folder_user_id_name_key: "folder-exists",
} as const;

export type ConstraintReason = (typeof REASONS)[keyof typeof REASONS];

export const UNIQUE_VIOLATION = "23505";

/**
 * @param expected the reasons that the caller can deal with
 * @throws the error itself if it is any other
 */
export function constraintReason<Reason extends ConstraintReason>(
  error: unknown,
  expected: readonly Reason[],
): Reason {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  const known: Record<string, ConstraintReason> = REASONS;
  const reason = code === UNIQUE_VIOLATION ? known[String(constraint)] : undefined;
  const found = expected.find((one) => one === reason);
  if (found === undefined) throw error;
  return found;
}
