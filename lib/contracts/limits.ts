/** The limits of what crosses a wire. */

export const MESSAGE_MAX_CHARS = 32_000;
/** A pasted text of so many characters is offered as a file. */
export const LONG_TEXT_MIN_CHARS = 4_000;
/** Its first lines, and its first words as the name of the file. */
export const LONG_TEXT_SHOWN_MAX_CHARS = 400;
export const LONG_TEXT_NAME_MAX_CHARS = 40;
/**
 * A paste of at most so many characters is the person's own words: an address, a name or a sentence is read as it is sent. Of a
 * longer one nobody knows whether the person has read it.
 */
export const OWN_PASTE_MAX_CHARS = 300;
/** An edit leaves parts of a paste. A shorter part may be anybody's words. */
export const PASTED_PART_MIN_CHARS = 24;
/** More parts than edits leave. Where there are more, all of the message counts as pasted. */
export const PASTED_PARTS_MAX = 100;
/** A person's own instructions. */
export const INSTRUCTIONS_MAX_CHARS = 4_000;
export const ATTACHMENTS_MAX_COUNT = 10;
export const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024;
/** Messages of one page of a conversation; they fill a tall screen. */
export const MESSAGE_PAGE_COUNT = 20;
/** Most messages in one answer on the way to an older one. */
export const MESSAGE_REACH_MAX = 200;
/** Longest title of a conversation: one line of the sidebar. */
export const TITLE_MAX_CHARS = 60;
/** More of a line than a title can hold, marks and addresses included. Expressions look at it repeatedly. */
export const TITLE_LINE_MAX_CHARS = 1_000;
/** Longest words that a person searches for. */
export const SEARCH_MAX_CHARS = 200;
/** Most terms of a search that count. The rest of a longer one is left out. */
export const SEARCH_TERMS_MAX = 12;
/** Characters of a word, or of a script without spaces, that the index holds; as in `search_terms`. */
export const INDEXED_WORD_MAX_CHARS = 40;
export const INDEXED_GRAM_CHARS = 3;
/** What is shown of a message that was found, and how much of it before the first hit. */
export const EXCERPT_MAX_CHARS = 180;
export const EXCERPT_LEAD_CHARS = 40;
/** How many conversations are changed at once. */
export const ORGANISED_MAX_COUNT = 200;
export const PERSON_ID_MAX_CHARS = 100;
/** How many looks at what a person wrote their account page lists. */
export const LOOKS_MAX = 100;
/** Longest words with a thumb. */
export const FEEDBACK_MAX_CHARS = 1_000;
/** Longest note of a reviewer for other reviewers, and longest comment. */
export const REVIEW_NOTE_MAX_CHARS = 2_000;
/** A rubric: a form that fits on a screen or two, and as many options as there are digits. */
export const RUBRIC_CRITERIA_MAX = 20;
export const RUBRIC_OPTIONS_MAX = 9;
export const RUBRIC_LABELS_MAX = 20;
export const RUBRIC_NAME_MAX_CHARS = 60;
/** A sentence or two that say when to give a value. */
export const RUBRIC_WHEN_MAX_CHARS = 240;
/** Longest answer to a criterion of text. */
export const REVIEW_ANSWER_MAX_CHARS = 500;
/** Places that one verdict marks, and the note at each. */
export const REVIEW_MARKS_MAX = 30;
export const REVIEW_MARK_NOTE_MAX_CHARS = 300;
/** Cases that two reviewers must have in common before their agreement is told. */
export const KAPPA_CASES_MIN = 20;
/** Days for which a case may be put aside. After a season nobody knows any more why it was. */
export const PUT_ASIDE_DAYS_MAX = 90;
/** Cases that the page of reviewers lists at once. */
export const CASES_LISTED_MAX = 100;
/** Pages of cases that can be asked for: the filters lead to what lies behind them. */
export const CASE_PAGES_MAX = 1_000;
/** Longest prompt of the model judge. */
export const JUDGE_PROMPT_MAX_CHARS = 4_000;
/** Longest name of a folder, and how many one person may have. */
export const FOLDER_NAME_MAX_CHARS = 40;
export const FOLDERS_MAX_COUNT = 100;
/** For how long a deletion can be undone. */
export const UNDO_MS = 10_000;
/** A message of the chat, and the addresses of its attachments. */
export const UMS_CONTENT_MAX_CHARS = 40_000;
/** Results of earlier steps in one request to the service. */
export const UMS_KNOWN_MAX = 20;
/** Places in an answer of the service at which words of its hidden texts stood, and the length of a hidden text's name. */
export const UMS_HIDDEN_WORDS_MAX = 20;
export const UMS_HIDDEN_NAME_MAX_CHARS = 120;
/**
 * A question of the service. The longest is a change of all fields of a person, of about 1,500 characters, with the foreign
 * sentence and its place, of about 500; what is masked or left out may be a third of its mark.
 */
export const UMS_QUESTION_MAX_CHARS = 5_000;
/** Length of a caller's key for one call. */
export const UMS_KEY_MAX_CHARS = 200;

/** Longest words whose source an operator may search for. */
export const WHY_TEXT_MAX_CHARS = 400;
/** Larger payloads are deferred: they are sent when their event is opened. */
export const DEFERRED_BYTES = 4_096;
/** Most events in one response. */
export const EVENT_WINDOW_MAX = 500;
/** Most starts in one request. */
export const HOP_INPUTS_MAX = 250;
/** Most characters of headers that `/admin/decode` accepts. */
export const DECODE_MAX_CHARS = 64 * 1024;
/** Deltas in one block of steps: moving inside a block needs no request. */
export const BLOCK_DELTAS = 16;
/** Longest id of a payment mandate, its issuer or its subject. */
export const AP2_ID_MAX_CHARS = 200;
/** Longer answers are shown without links to sources. */
export const CITED_TEXT_MAX_CHARS = 300_000;

/** An instance that has not said for so long that it is up counts as gone. */
export const INSTANCE_GONE_MS = 5_000;

/** From this share of a budget on, people and operators are told. */
export const BUDGET_WARNING_SHARE = 0.8;

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 128;
/** A password of fewer characters is fair at best. */
export const PASSWORD_FAIR_CHARS = 12;

/** For so long a person can undo the deletion of their account. */
export const ACCOUNT_KEPT_DAYS = 7;

/** Longer texts are not read as Markdown. */
export const MARKDOWN_MAX_CHARS = 600_000;
/** Quotations, lists and footnotes inside each other. */
export const CONTAINER_DEPTH_MAX = 32;
/** Each line counts once for each container that may hold it. */
export const CONTAINER_LINES_MAX = 100_000;
/** Everything inside each other: containers, emphasis, links. Each level is a few calls on the stack of the browser. */
export const TOKEN_DEPTH_MAX = 100;
/** The parser fills short rows up to the width of the table's head. */
export const TABLE_CELLS_MAX = 20_000;
/** Size of a message, in elements of its page, roughly. */
export const PAGE_WEIGHT_MAX = 60_000;
export const FORMULAS_MAX = 500;
/** While an answer grows, a dollar that is not closed is believed to open a formula for so long. */
export const OPEN_FORMULA_MAX_CHARS = 200;
export const DIAGRAMS_MAX = 20;
/** So far from a bracket, the parser looks for the end of a link's label. */
export const LABEL_MAX_CHARS = 1_000;
/** For all brackets of a text that do not end. */
export const LABEL_WORK_MAX_CHARS = 5_000_000;
/**
 * Characters that one reading may look at. Each piece of a line counts all that follows it in its block. A page of prose
 * takes fewer than 100,000, one paragraph of 32,000 characters with 1,400 pieces 22 million, 32,000 stars 500 million.
 */
export const MARKDOWN_WORK_MAX_CHARS = 50_000_000;

/** Characters of a number in JSON. A column holds 16,383 digits behind the point; nobody needs as many. */
export const NUMBER_DIGITS_MAX = 1_000;

/** What a person may change of a call before they approve it. */
export const ARGUMENT_NAME_MAX_CHARS = 200;
/** A longer text is changed in a field of several lines. */
export const ARGUMENT_LINE_MAX_CHARS = 60;
export const CHANGED_ARGUMENTS_MAX = 100;
/** All arguments of a call that was changed, as JSON. */
export const CHANGED_CALL_MAX_CHARS = 100_000;
/** How much of a changed value stands in the message that says so. */
export const CHANGED_VALUE_SHOWN_CHARS = 200;

/** Places of origin that are kept with a stored memory and told in an envelope. */
export const ORIGINS_KEPT_MAX = 12;

/** The name of a review rule, and that of an agent or a prompt in one. */
export const RULE_NAME_MAX_CHARS = 80;
