/** What counts as a hidden text that leaves. */

/**
 * A row of words as long as this is told from chance: in five hundred benign answers no eight words in a row stand in a prompt
 * by accident (see the tests), and seven do.
 */
export const ROW_MIN_WORDS = 8;

/**
 * How much of a hidden text may leave a streamed answer before the rest is held back. Every answer has a few words in a row
 * that some prompt has, too; without this lead, each of them would wait for the next word. A run of base64 may begin like a
 * word: seven bytes of it are less than a name.
 */
export const STREAM_LEAD = { words: 3, base64Chars: 10 };

/** Rows of very short words, and of scripts whose characters are words, are longer. */
export const ROW_MIN_CHARS = 24;

/** A shorter name with an underscore or a digit may be anybody's. */
export const NAME_MIN_CHARS = 8;

/** A UUID has five. */
export const NAME_MAX_WORDS = 5;

/** Prompts and tool definitions of a deployment, whose words are read once. */
export const HIDDEN_TEXTS_MAX = 200;

/** Base64 of fewer characters holds less than a row of words, even of the shortest. */
export const RUN_MIN_CHARS = 24;

/** Of what was cut, so much is on record. */
export const FOUND_MAX_CHARS = 2_000;

/** Letters in a row that tell a text which is written letter by letter: as many as the shortest row of words has. */
export const LETTERS_MIN = 24;

/** So many characters without a word may stand between two cuts that share a mark. They wait for the next word. */
export const GAP_MAX_CHARS = 80;

/** Of a word that has not ended, so many letters are compared with names: more than most names have, and enough to tell one. */
export const OPEN_WORD_LETTERS_MAX = 200;
