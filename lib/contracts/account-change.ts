/** What came of a change that a person made to their account. */

/** `field`: the one that the sentence belongs to; null where it belongs to none. */
export type AccountChange = {
  ok: boolean;
  message: string;
  field: "name" | "email" | "current" | "next" | null;
};
