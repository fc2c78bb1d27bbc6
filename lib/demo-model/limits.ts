/** The limits of the demo model. */

/** Longer than a pause between two load peaks, so that the second one reuses connections. */
export const KEEP_ALIVE_MS = 600_000;
/** The pause between two tokens where DEMO_MODEL_TOKEN_DELAY_MS is not set. */
export const TOKEN_DELAY_DEFAULT_MS = 25;
/** Longest piece of text that is sent as one token. */
export const TOKEN_MAX_CHARS = 12;
/** Larger request bodies are refused. */
export const REQUEST_MAX_BYTES = 20_000_000;
/** Recorded requests are kept for tests; the oldest go first. */
export const RECORDED_REQUESTS_MAX = 1_000;
export const RECORDED_MAX_CHARS = 16_000_000;

/** How much of a question the skills' expressions look at. Each may look at every place of it again and again. */
export const QUESTION_MAX_CHARS = 2_000;
/** White space in a row that the demo model reads. Code is not indented by more. */
export const SPACE_MAX_CHARS = 100;

/** How often a failed tool is called. */
export const TOOL_ATTEMPTS_MAX = 2;
/** How often a refused change of the intake, and a refused brief, are sent. */
export const INTAKE_CHANGE_ATTEMPTS_MAX = 2;
export const BRIEF_ATTEMPTS_MAX = 3;

/** Longest objective of a step, and of a step that was left undone. */
export const OBJECTIVE_MAX_CHARS = 300;
export const UNDONE_MAX_CHARS = 300;
/** Longer texts are not follow-ups: of a message, and of a calculation. */
export const FOLLOW_UP_MAX_CHARS = 80;
export const CALCULATION_FOLLOW_UP_MAX_CHARS = 60;

/** Words of a conversation's title. */
export const TITLE_WORDS_MAX = 6;
/** Longest query that the demo model sends to a search. */
export const QUERY_MAX_CHARS = 200;
/** How much of a result, and of each passage, an answer quotes. */
export const RESULT_SHOWN_MAX_CHARS = 700;
export const PASSAGES_SHOWN_MAX = 3;
export const PASSAGE_SHOWN_MAX_CHARS = 300;
/** How much of a file a summary quotes. */
export const SENTENCES_SHOWN_MAX = 3;
export const SENTENCE_MAX_CHARS = 300;
/** Most values of a column that a calculation gets. */
export const COLUMN_VALUES_MAX = 500;
/** A longer number is shown by its ends. */
export const CALCULATION_RESULT_MAX_CHARS = 400;
/** Most numbers of one count. */
export const COUNT_MAX = 2_000;
/** The longest bar of a chart that is drawn as text. */
export const BAR_MAX_CHARS = 30;
/** People in a list, where the message names no number, and at most. */
export const PEOPLE_LISTED_DEFAULT = 5;
export const PEOPLE_LISTED_MAX = 50;

/**
 * Shorter turns may be stored verbatim. Of longer ones no stretch of so many words, or characters of a script without
 * spaces, may be, also where a fifth of it is changed or dropped.
 */
export const TURN_MIN_WORDS = 6;
export const TURN_MIN_CHARS = 24;
export const STRETCH_WORDS = 12;
export const STRETCH_CHARACTERS = 20;
/** Longest summary and constraint of a brief. */
export const SUMMARY_MAX_CHARS = 200;
export const CONSTRAINT_MAX_CHARS = 180;
/** A shorter name of a file, without its ending, is no name in a question. */
export const FILE_NAME_MIN_CHARS = 3;
