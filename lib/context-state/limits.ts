/** The limits of context states: they enter every prompt, and a transcript must not be stored in them. */

/** Shorter turns ("React Native, please") may be stored verbatim. */
export const TURN_MIN_WORDS = 6;
export const TURN_MIN_CHARS = 24;
/** From a longer turn, no sequence of this many words may be stored. */
export const VERBATIM_RUN_WORDS = 20;

/** Longest description of what an agent expects from the person. */
export const AWAITING_MAX_CHARS = 160;
/** Longest stored name of a person, place or file. */
export const MENTION_MAX_CHARS = 120;

/** Facts: from a person's turn, no sequence of this many words may be stored, numbers not counted. */
export const FACT_RUN_WORDS = 6;
/** How many facts a state holds, the longest one as JSON, and all of them together. */
export const FACTS_MAX = 8;
export const FACT_MAX_CHARS = 6_000;
export const FACTS_MAX_CHARS = 12_000;
