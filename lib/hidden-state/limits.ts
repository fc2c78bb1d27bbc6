/** The limits of an agent's stored memory. */

/** Results above this many bytes of UTF-8 are stored compressed. */
export const COMPRESS_ABOVE_BYTES = 8 * 1024;
/** Limit of one stored result, claimed and unpacked. */
export const RESULT_MAX_BYTES = 8 * 1024 * 1024;
/** Limit of all results of a history together. */
export const HISTORY_MAX_BYTES = 32 * 1024 * 1024;

/** Deepest nesting of a value: beyond it, recursion could run out of stack. */
export const VALUE_DEPTH_MAX = 200;
/** Levels of JSON inside texts of JSON that are searched for secrets. */
export const JSON_IN_TEXT_MAX = 6;
/** A redaction can expose another match, so a text is searched again, this often at most. */
export const REDACTION_PASSES_MAX = 4;
/** The shortest text with a secret, `pwd=x`, and the shortest object key with one. */
export const SECRET_TEXT_MIN_CHARS = 5;
export const SECRET_KEY_MIN_CHARS = 12;
/** Verdicts on names of fields: few different names occur, and each occurs often. */
export const CACHED_NAMES_MAX = 4_000;
/** Longer names are not cached. */
export const CACHED_NAME_MAX_CHARS = 80;
/** A longer word after "basic" or "bearer" counts as a credential. */
export const SCHEME_WORD_MAX_CHARS = 17;
/** How far before its last word the name of a secret may begin. */
export const NAME_PREFIX_MAX_CHARS = 48;
/** How far before an id or a card its name may stand. */
export const NAME_OF_NUMBER_MAX_CHARS = 80;
/** How far behind a card its name, its date or its code may stand. */
export const CARD_NAME_AFTER_MAX_CHARS = 40;
/** How far before a number the word may stand that says what else it is, such as "order no." */
export const OTHER_NAME_MAX_CHARS = 40;
/** The longest name of a column. */
export const COLUMN_NAME_MAX_CHARS = 40;
/** The longest line with the names of a table's columns. */
export const HEADER_MAX_CHARS = 2_000;
/** The longest code of a card, a telephone or a login. */
export const CODE_MAX_CHARS = 12;
/** RFC 5321, 4.5.3.1, in bytes. */
export const EMAIL_LOCAL_MAX_CHARS = 64;
export const EMAIL_DOMAIN_MAX_CHARS = 255;
/** A longer line is not searched for telephone numbers without a country. */
export const PHONE_TEXT_MAX_CHARS = 2_000;
/** Longer texts in a field are not read together with the field's name. */
export const NAMED_VALUE_MAX_CHARS = 64;

/** Longest text of what a model server needs back with one answer. */
export const OPAQUE_PARTS_MAX_CHARS = 200_000;

/** Longest reason of a failed check in the log. */
export const REASON_MAX_CHARS = 300;
