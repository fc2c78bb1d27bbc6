/** The limits of the routes and of what starts with the server. */
import { DECODE_MAX_CHARS, JUDGE_PROMPT_MAX_CHARS } from "@/lib/contracts/limits.ts";

/** Largest body of a text to decode, in JSON: up to six bytes per character, as an escape. */
export const DECODE_BODY_MAX_BYTES = DECODE_MAX_CHARS * 6 + 1_024;
/** The pause before background work starts, so that loading its code does not delay the first requests. */
export const BACKGROUND_AFTER_MS = 1_000;
/** The pause before storing the default policies is tried again. */
export const POLICIES_RETRY_MS = 1_000;
/** The pause before the start of scheduled jobs is tried again. */
export const JOBS_START_RETRY_MS = 10_000;

/** How often, and how many times, the seal of an answer is looked for before its receipt is refused. */
export const SEAL_ASKED_EVERY_MS = 250;
export const SEAL_ASKED_TIMES = 20;

/** Largest body with the prompt of the model judge, in JSON, up to six bytes per character, as an escape. */
export const JUDGE_BODY_MAX_BYTES = JUDGE_PROMPT_MAX_CHARS * 6 + 1_024;
/** Largest body with a typed reason. */
export const REASON_BODY_MAX_BYTES = 4_096;

/** Pictures of the network: the size of one, the time for it, and how many one person may have fetched in each process. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
export const PICTURE_TIMEOUT_MS = 15_000;
export const PICTURES_PER_MINUTE = 60;

/** How long Python and MCP servers may take to end in order, once no answer needs them. */
export const TOOLS_END_MS = 2_000;
