/** The limits of context states: they enter every prompt, and a transcript must not be stored in them. */

/** Shorter turns ("React Native, please") may be stored verbatim. */
export const TURN_MIN_WORDS = 6;
export const TURN_MIN_CHARS = 24;
/** Of a longer turn, no stretch of this many words may be stored, whole or nearly so. */
export const STRETCH_WORDS = 12;
/** The same for scripts without spaces, in characters: about as many words. */
export const STRETCH_CHARACTERS = 20;
/** A stretch of which this share stands somewhere, in its order, is nearly whole: up to a fifth is changed or dropped. */
export const NEAR_SHARE = 0.8;
/** Words that may stand between those of a near copy, on each side of an unchanged part. */
export const NEAR_EXTRA_WORDS = 3;
/** An unchanged part of a near copy has at least this many words: of twelve with two changed, four stand in a row. */
export const SEED_WORDS = 3;
/** At most so many places of one such part are compared, so that a text that repeats itself takes no longer than another one. */
export const NEAR_PLACES_MAX = 16;

/** A field's value up to this length stays in prompts, although a later answer has repeated it. */
export const VALUE_MAX_CHARS = 120;

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
