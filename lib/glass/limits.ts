/** What counts as a hidden text that leaves. */

/** A row of words as long as this is told from chance: eight words in this order stand in no other text, see the tests. */
export const ROW_MIN_WORDS = 8;

/** Rows of very short words, and of scripts whose characters are words, are longer. */
export const ROW_MIN_CHARS = 24;

/** A shorter name with an underscore or a digit may be anybody's. */
export const NAME_MIN_CHARS = 8;

/** A UUID has five. */
export const NAME_MAX_WORDS = 5;
