/** The limits of a model call that are not settings. */
import "server-only";

/** How long a stream may stay open after its finish reason. Usage and `[DONE]` follow at once or never. */
export const FINISH_GRACE_MS = 2_000;

/** How long a body may take to end after `[DONE]`. The connection is reused only if the body is read to its end. */
export const DONE_GRACE_MS = 100;

export const FIRST_RETRY_WAIT_MS = 400;
export const LONGEST_RETRY_WAIT_MS = 8_000;
/** If a server asks for a longer wait, there is no retry: the person would give up first. */
export const LONGEST_RETRY_AFTER_MS = 30_000;

/** Longest detail of a failure that goes to the log, in characters. */
export const FAILURE_DETAIL_MAX_CHARS = 500;

/** Ollama unloads an idle model after five minutes by default; others keep it longer. */
export const MODEL_STAYS_LOADED_MS = 5 * 60_000;

/** Longest text of a provider that is kept in the log, in bytes of UTF-8. */
export const PROVIDER_TEXT_MAX_BYTES = 2_048;
/** The longest words of a server that a probe hands to a terminal, in characters. */
export const PROBE_SAID_MAX_CHARS = 500;

/** How long the health check waits for the check of the model, which goes on. */
export const MODEL_CHECK_TIMEOUT_MS = 2_000;
/** How long the result of the health check is reused, so that frequent checks send few requests. */
export const MODEL_CHECK_CACHED_MS = 10_000;
/** How long the result of a completion for a check is reused, because completions cost money. */
export const MODEL_TRY_CACHED_MS = 10 * 60_000;

/** Shorter keys are not searched for in a failure's detail: they could be ordinary words. */
export const KEY_MIN_CHARS = 8;

/** How long the check of address, key and model may take. */
export const CONNECTION_CHECK_TIMEOUT_MS = 4_500;
/** Largest answer that is read for a check; OpenRouter's list of models has about half a megabyte. */
export const CHECK_ANSWER_MAX_BYTES = 4_000_000;
/** Longest words of a server in a sentence for the operator, in characters. */
export const CHECK_WORDS_MAX_CHARS = 160;
/** How often a server that is not right yet is looked at again, until it was asked what it can do. */
export const MODEL_ASK_RETRY_MS = 60_000;
/** How long one probe may take; a local model may first have to be loaded. */
export const PROBE_TIMEOUT_MS = 60_000;
/** Output of a probe, in tokens: enough for a call of a tool, and for little reasoning. */
export const PROBE_TOKENS = 64;
/** How much of an answer a finding quotes, in characters. */
export const PROBE_QUOTED_MAX_CHARS = 120;
/** More tokens than any model puts out, so that a server names its limit. */
export const PROBE_TOO_MANY_TOKENS = 100_000_000;
/** How many models of a server a sentence names. */
export const NAMED_MODELS_MAX = 5;

/** For the estimate of tokens where a server reports none. */
export const BYTES_PER_TOKEN = 4;

/** Most tokens of one call that are believed: the database keeps the sum of a run in 32 bits. */
export const TOKENS_MAX = 100_000_000;

/** How long a refusal counts, and what was concluded from two: then the server is asked again. */
export const REFUSALS_COUNT_MS = 24 * 3_600_000;

/** Longest token of a chat template that is looked for in an answer, in characters. */
export const LONGEST_MARKER_CHARS = 160;
/** Longest header of a message of Harmony, in characters. */
export const HEADER_MAX_CHARS = 400;
/** A call in text that is longer than this is read again only when it has grown by this share of it. */
export const HELD_RETRY_MIN_CHARS = 2_000;
export const HELD_RETRY_SHARE = 1 / 16;
/** How much of a line is looked at to tell whether a token stands in a sentence. */
export const LINE_REMEMBERED_CHARS = 200;
