/** When a session `s` lets its person `u` in: one condition, for every statement that asks. */
export const SESSION_HOLDS_SQL =
  "s.expires_at > now() AND (NOT u.banned OR u.ban_expires <= now())";
