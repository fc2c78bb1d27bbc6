/** The limits of what the inspector computes and sends. Lists that are cut give their full length, too. */
import "server-only";

/** Most planned steps in one response. */
export const PLAN_ROWS_MAX = 400;
/** Most attempts of one step, and most calls inside one step, in one response. */
export const PLAN_ATTEMPTS_MAX = 50;
/** Most findings and claims about a plan in one response. */
export const PLAN_FINDINGS_MAX = 100;
export const PLAN_CLAIMS_MAX = 200;

/** Most spans of one timeline; the response gives their number, too. */
export const SPANS_MAX = 120_000;
/** Few, because a run with fifty thousand hops takes some megabytes. */
export const TRACES_CACHED_MAX = 8;

/** The sizes of withheld values are multiples of this, and of an eighth of the next lower power of two. */
export const MASKED_SIZE_STEP_BYTES = 64;

/** Length of the digest that replaces a name. Two names of one run do not collide at this length. */
export const MASKED_NAME_CHARS = 10;

/** Larger segments are sent when they are opened. */
export const SEGMENT_SENT_MAX_BYTES = 64 * 1024;

/** Most rows of one table of deviations. */
export const DEVIATION_ROWS_MAX = 50;

/** Longer texts are compared by lines instead of words. */
export const COMPARED_WORDS_MAX = 20_000;
/** Most items that are only on one side. Beyond it, the search would take seconds. */
export const COMPARED_EDITS_MAX = 1_500;
/** Most values per agent in one response. */
export const COMPARED_VALUES_MAX = 200;
/** Exchanges of an agent that are shown where two runs are compared, those that differ first. */
export const COMPARED_EXCHANGES_MAX = 60;
/** Larger states that cannot be decoded are shown, but not compared: nothing bounds them. */
export const COMPARED_STATE_MAX_BYTES = 256 * 1024;
/** Most pairs of entries that are compared for two lists. Longer lists are replaced whole, because the work is their product. */
export const COMPARED_ENTRY_PAIRS_MAX = 250_000;
/** Most pairs in one response. */
export const COMPARED_PAIRS_MAX = 400;

/** Text of an excerpt on either side of the words: in a prompt, and in an event. */
export const WHY_AROUND_CHARS = 90;
export const SEARCH_AROUND_CHARS = 60;
/** Most places with the words, and most calls named for one place, in one response. */
export const WHY_FINDINGS_MAX = 60;
export const WHY_CALLS_NAMED_MAX = 8;
/** Deepest nesting of a payload that is searched for the words. */
export const WHY_DEPTH_MAX = 40;

/** Most findings of a check of a context state in one response. */
export const CHECK_FINDINGS_MAX = 50;
/** Conversations whose replayed states are cached; the least recently used go first. */
export const REPLAYS_CACHED_MAX = 16;
/** Longest work before the event loop handles other requests. */
export const SLICE_MS = 12;

/** By how much a service's clock may count more than ours before the timeline says that the clocks disagree. */
export const SERVICE_CLOCK_TOLERANCE_MS = 20;

/** How long an operator's page waits for a service's trace of one run. */
export const SERVICE_TRACE_TIMEOUT_MS = 5_000;
export const SERVICE_TRACE_MAX_BYTES = 16 * 1024 * 1024;

/** How long a page shows a value that was revealed. */
export const REVEALED_MS = 600_000;

/** A longer description of an MCP server's tool is not shown, and not accepted on the page. As kept in the database. */
export const TOLD_SHOWN_MAX_CHARS = 64_000;

/** Most agents' turns that an account tells one by one: more would be no account that is read in a minute. */
export const ACCOUNT_TURNS_MAX = 5;
/** Most names in one list of an account: a sentence stays short. */
export const ACCOUNT_NAMES_MAX = 4;
/** Most oddities in the second sentence about them. */
export const ACCOUNT_ODDITIES_MAX = 6;
/** Most events that one sentence of an account names; the response gives their number, too. */
export const ACCOUNT_CITES_MAX = 200;

/** Parts of one kind, and cases behind a figure, in one response. */
export const RESULT_PARTS_MAX = 400;
export const FIGURE_CASES_MAX = 200;
/** Cases whose words one step of an export reads: a few megabytes. */
export const EXPORT_CASES_AT_ONCE = 200;
/** Most judged answers in one suite for another program, which reads all of it at once. */
export const SUITE_CASES_MAX = 1_000;
/** Sentences of an answer that a case shows as reports of work without a call. */
export const SELF_REPORTS_MAX = 5;
