/** The limits of a model call that are not settings. */
import "server-only";

/** How long a stream may stay open after its finish reason. Usage and `[DONE]` follow at once or never. */
export const FINISH_GRACE_MS = 2_000;

/** What is kept of a finish reason: some servers write a sentence. */
export const FINISH_REASON_MAX_CHARS = 200;

/** The longest event that may be a sign of life in place of a chunk, such as `keep-alive`. */
export const LIFE_MAX_CHARS = 64;

/** How long a body may take to end after `[DONE]`. The connection is reused only if the body is read to its end. */
export const DONE_GRACE_MS = 100;

export const FIRST_RETRY_WAIT_MS = 400;
export const LONGEST_RETRY_WAIT_MS = 8_000;
/** If a server asks for a longer wait, there is no retry: the person would give up first. */
export const LONGEST_RETRY_AFTER_MS = 30_000;
/** A server that asks for a longer wait has no more to give for hours, and is not only busy. */
export const LONGEST_BUSY_MS = 3_600_000;
/** How far into a provider's error is looked, how many of its parts are, and how many characters of it are judged. */
export const REFUSAL_DEPTH_MAX = 6;
export const REFUSAL_PARTS_MAX = 400;
export const REFUSAL_WORDS_MAX_CHARS = 8_192;
/** How far behind "try again" a time is looked for, in characters. */
export const RETRY_WORDS_MAX_CHARS = 80;
/** The first and the longest pause before a server that loads its model is asked again. */
export const FIRST_LOADING_WAIT_MS = 500;
export const LONGEST_LOADING_WAIT_MS = 5_000;
/** How often it is asked in a call of which nobody has said how long it may take: for about a minute. */
export const LOADING_LOOKS_MAX = 14;

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

/** How long the result is reused where no turn would work: it may be mended soon. */
export const MODEL_FAILURE_CACHED_MS = 60_000;

/** Shorter keys are not searched for in a failure's detail: they could be ordinary words. */
export const KEY_MIN_CHARS = 8;

/** How long a check waits for the list of models before it goes on without; and how long a page waits for a check. */
export const LIST_WAIT_MS = 4_500;
/** How long a list of models may take where its names are needed. */
export const LIST_TIMEOUT_MS = 30_000;
/** How long an address is asked which protocol it speaks. */
export const PROTOCOL_TIMEOUT_MS = 1_500;
/** How much of an answer tells the protocol, in bytes. */
export const PROTOCOL_BYTES_MAX = 512;
/** Largest answer that is read for a check. OpenRouter's list of 400 models has about half a megabyte. */
export const CHECK_ANSWER_MAX_BYTES = 16_000_000;
/** How much of the answer to the check's completion is read a second time, for a sentence about it. */
export const TRIED_ANSWER_MAX_BYTES = 64_000;
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

/** The most pages that a server names beside one answer. */
export const ANNOTATIONS_MAX = 50;

/** The most pictures of one answer that are kept. */
export const ANSWER_PICTURES_MAX = 8;

/** The longest address of a picture that stands in an answer as a link. */
export const PICTURE_ADDRESS_MAX_CHARS = 2_000;

/** For the estimate of tokens where a server reports none. */
export const BYTES_PER_TOKEN = 4;

/** For the estimate of a prompt before it is sent: most languages, and JSON, have fewer bytes in a token than English. */
export const PROMPT_BYTES_PER_TOKEN = 3;
/** The part of a context that a prompt may fill where no longest answer is set. */
export const PROMPT_SHARE_OF_CONTEXT = 0.75;

/** Most tokens of one call that are believed: the database keeps the sum of a run in 32 bits. */
export const TOKENS_MAX = 100_000_000;

/** How long a refusal counts, and what was concluded from two: then the server is asked again. */
export const REFUSALS_COUNT_MS = 24 * 3_600_000;

/** So many failures within this time, of so many conversations, and a connection is left out for a while. */
export const BREAKER_FAILURES = 3;
export const BREAKER_CONVERSATIONS = 2;
export const BREAKER_WINDOW_MS = 60_000;
export const BREAKER_OPEN_MS = 30_000;
/** How long a call that tries a connection keeps others from trying it. */
export const BREAKER_TRIAL_MS = 60_000;
/** How long failures are remembered; a connection that nobody has tried since counts as sound again. */
export const BREAKER_REMEMBERED_MS = 10 * 60_000;
/** How often an instance reads what others saw, though none has told it: a message may be lost. */
export const BREAKER_LOOK_MS = 20_000;
/** How often operators are told of the same refused key. */
export const KEY_ALARM_MS = 10 * 60_000;
/** Longest token of a chat template that is looked for in an answer, in characters. */
export const LONGEST_MARKER_CHARS = 160;
/** Longest header of a message of Harmony, in characters. */
export const HEADER_MAX_CHARS = 400;
/** A call in text that is longer than this is read again only when it has grown by this share of it. */
export const HELD_RETRY_MIN_CHARS = 2_000;
export const HELD_RETRY_SHARE = 1 / 16;
/** How much of a line is looked at to tell whether a token stands in a sentence. */
export const LINE_REMEMBERED_CHARS = 200;
