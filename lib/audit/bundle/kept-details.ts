/**
 * Details that are never erased: the product reads them later, and they hold no words about a person. Tombstones, the glass,
 * what is configured.
 */
export const KEPT_DETAILS = [
  ...(["conversation.erased", "person.erased", "payloads.erased", "log.erased"] as const),
  ...(["retention.applied"] as const),
  ...(["glass.change-asked", "glass.changed", "settings.changed", "policy.changed"] as const),
  ...(["settings.noted", "tool.accepted", "tool.changed", "tool.labelled"] as const),
  ...(["trail.signed", "trail.found", "trail.acknowledged", "anchor.begun"] as const),
  ...(["account.saved", "account.role-changed", "account.banned"] as const),
  ...(["account.unbanned", "backup.restored"] as const),
  ...(["review.rule-changed", "review.rule-ended"] as const),
] as const;

export function isKeptDetail(action: string | null): boolean {
  return KEPT_DETAILS.some((kept) => kept === action);
}
