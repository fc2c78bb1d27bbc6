/** The limits of the agents. How many rounds and how much time a turn has are settings (AGENT_MAX_*). */

/** Calls of the user-management service: the first attempt and two retries. */
export const UMS_ATTEMPTS_MAX = 3;
/** The wait before the first retry. It doubles, and up to as much again is added at random. */
export const UMS_FIRST_RETRY_WAIT_MS = 150;
/** How long the first byte of a response may take. */
export const UMS_RESPONSE_TIMEOUT_MS = 15_000;
/** A service that sends nothing for this long, not even a keep-alive, counts as gone. */
export const UMS_SILENCE_MAX_MS = 45_000;
/** Longest accepted event, in UTF-16 units. */
export const UMS_EVENT_MAX_CHARS = 1024 * 1024;
/** The service limits the time of its own work. This margin covers the transport. */
export const UMS_GRACE_MS = 5_000;

/** After this long without a sign of life, the person is told that the model is starting. */
export const MODEL_STARTING_TOLD_MS = 8_000;
/** Longest reasoning of one model call that the log keeps. */
export const REASONING_MAX_CHARS = 100_000;

/** The intake's tools only change the turn's session, so they end soon. */
export const INTAKE_TOOL_TIMEOUT_MS = 5_000;
export const INTAKE_RESULT_MAX_BYTES = 32_000;
/** A longer question that names a topic is perhaps about something else. */
export const ASKED_NAMING_MAX_WORDS = 9;
/** A sentence of the intake is held until its end is known, but no longer one than this. */
export const ASKED_SENTENCE_MAX_CHARS = 400;
/** A refused delta may be sent once more. */
export const DELTA_ATTEMPTS_MAX = 2;
/** A brief that fails its check may be repaired twice. */
export const BRIEF_ATTEMPTS_MAX = 3;
/** A shorter section of a brief counts as missing. */
export const BRIEF_SECTION_MIN_CHARS = 3;

/** The concierge's context state enters every prompt, so its parts are bounded. */
export const CONTEXT_SUMMARY_MAX_CHARS = 600;
export const CONTEXT_ITEM_MAX_CHARS = 200;
export const CONTEXT_LIST_MAX_ITEMS = 40;
export const CONTEXT_ANSWER_MAX_CHARS = 400;
export const CONTEXT_ANSWERS_MAX_COUNT = 60;

/** Earlier hops that an envelope names; the oldest are left out. */
export const HOPS_NAMED_MAX = 20;

/** Most numbered sources of one run; results beyond them are not citable. */
export const RUN_SOURCES_MAX = 200;
export const SOURCE_TITLE_MAX_CHARS = 200;

/** A model that is asked to go on often repeats the last words first: up to this many characters are looked at. */
export const REPEATED_MAX_CHARS = 200;
/** A shorter repetition is more likely meant. */
export const REPEATED_MIN_CHARS = 8;

/** A call that is identical this many times in a row is not run; at the second number, the model may only answer in words. */
export const SAME_CALL_ANSWERED_FROM = 3;
export const SAME_CALL_ENDS_AT = 5;

/** Lists and objects inside each other in what a person writes into a field of a call. */
export const ARGUMENT_DEPTH_MAX = 50;

/** A shorter value of an argument stands in too many texts to say where it comes from. */
export const FOREIGN_VALUE_MIN_CHARS = 4;
/** Of each foreign text its beginning and its end, in which the sentence is looked for that a call resembles. */
export const FOREIGN_TEXT_SEARCHED_CHARS = 60_000;
/** Shown in a question (UMS_QUESTION_MAX_CHARS); with the marks of its code span at most 250. */
export const FOREIGN_SENTENCE_MAX_CHARS = 240;
/** Places of foreign text that a question names where it has no sentence: more are not read. */
export const FOREIGN_PLACES_TOLD_MAX = 3;
/** Of a host or a server's name in a question. */
export const PLACE_NAME_MAX_CHARS = 100;
/** Words of a value that may be a name: a longer one is a text. */
export const NAME_VALUE_MAX_WORDS = 4;
/** Fewer words of a private text in a row are met by chance; so is a shorter figure. */
export const PRIVATE_ROW_WORDS = 3;
export const PRIVATE_ROW_MIN_CHARS = 14;
/** Of its words, so many that stand by themselves for something: "is the weather" stands in any long text. */
export const PRIVATE_ROW_TELLING_WORDS = 2;
export const PRIVATE_FIGURE_MIN_CHARS = 4;
/** The longest account number (ISO 13616); longer pieces in a row are a table. */
export const PRIVATE_FIGURE_JOINED_MAX_CHARS = 34;
/** However it is split: fewer digits are a time or a day, and of other figures they meet by chance. */
export const PRIVATE_FIGURE_SPLIT_MIN_CHARS = 5;
/** A clause of a script without spaces is hardly ever longer. */
export const SEGMENTED_CHARS = 100;
/** A shorter word stands inside of too many others to be found there. */
export const PRIVATE_TELLING_WORD_CHARS = 4;
/** A longer word is found only where it stands by itself: nobody's language needs one. */
export const PRIVATE_WORD_MAX_CHARS = 40;
/** Of the words that begin at one place ("an", "and", "andes"), so many are followed, the longest first. */
export const PRIVATE_WORDS_AT_ONE_PLACE = 8;
/** Words are looked up by so many first letters: more make the list longer, fewer the ways that go on from each. */
export const PRIVATE_HEAD_CHARS = 3;
/** Words that are tried for each letter of what leaves; ordinary texts need five at most, only one made for it needs more. */
export const PRIVATE_STEPS_A_LETTER = 20;
/** Of a short text, in which a few places may need more. */
export const PRIVATE_STEPS_MIN = 1_000;
/** A longer text that leaves is asked about and not compared: more than any message, and 5 µs a character. */
export const PRIVATE_LEAVING_MAX_CHARS = 40_000;
/** With what is encoded in it. One letter may stand for eighteen (U+FDFA). */
export const PRIVATE_READ_MAX_CHARS = 160_000;
/** Of two words of the directory in a row: a name. */
export const PRIVATE_NAME_MIN_CHARS = 8;
/** A word of the tool's name counts one, a word of what the call says two: less than this is met by chance. */
export const SENTENCE_SCORE_MIN = 3;
/** In an address, of a single word or of two in a row. */
export const PRIVATE_ADDRESS_MIN_CHARS = 6;
/** A longer address of an answer is shown as text: nothing waits for its end. */
export const LINK_MAX_CHARS = 2_000;
/** The name of an e-mail address has 64 (RFC 5321); a longer one is shown as text. */
export const EMAIL_NAME_MAX_CHARS = 64;
/** So many words of a foreign text in a row are a quotation. */
export const FOREIGN_QUOTE_WORDS = 4;
/** A sentence that names the tool is about it, however many words another one has of what the call says. */
export const SENTENCE_NAMED_SCORE = 20;
