/** The table of what a provider can say, and which of our ends it is. Codes that providers document decide before words. */
import "server-only";
import { LONGEST_BUSY_MS } from "../limits.ts";
import type { ModelReason } from "../model-types.ts";
import type { Refusal } from "./read-refusal.ts";

/**
 * Whether another attempt may help: `again` after a pause, `once` because the model may write something else the next time,
 * `when-loaded` because the server is starting.
 */
export type Repetition = "never" | "again" | "once" | "when-loaded";

export type Verdict = { reason: ModelReason; repeat: Repetition };

type Facts = Refusal & { status: number; retryAfterMs: number | null };

type Row = Verdict & {
  /** Absent: any. */
  statuses?: readonly number[];
  /** One of these codes, or else these words; without both the status alone decides. */
  codes?: ReadonlySet<string>;
  words?: RegExp;
  /** What the words may not say. */
  unless?: RegExp;
  when?(facts: Facts): boolean;
};

const codes = (list: string): ReadonlySet<string> => new Set(list.toLowerCase().split(/\s+/));

const NO_CREDIT =
  /insufficient.{0,20}(credit|balance|funds|quota)|credit balance|(no|not enough|out of|used all|all available|more) (available |remaining )?credits|credits? .{0,20}(exhausted|depleted)|payment required|negative balance|top up|recharge|account.{0,20}(suspended|in arrears|overdue)/i;
/** Google says it of a limit per minute, OpenAI of an account that is empty. */
const PERHAPS_NO_CREDIT = /exceeded your current quota|billing/i;
const PER_MINUTE = /per.?(minute|second)|\b[rtq]p[ms]\b|please (retry|try again|wait)/i;
const PER_DAY =
  /per.?(day|week|month)|\b[rtq]pd\b|daily|weekly|monthly|tokens? for today|today's (limit|quota)/i;
const TOO_LONG =
  /context.?(length|window|size)|maximum context|max(imum)?.{0,20}tokens.{0,40}exceed|exceed.{0,40}(context|maximum.{0,20}tokens)|too many (input )?tokens|prompt is too long|input is too long|input.{0,40}(longer|exceeds) .{0,60}(context|maximum|limit)|(must have|has) less than \d+ tokens|reduce the length|n_ctx|string_above_max_length|request.{0,10}too (large|long)/i;
const FILTERED =
  /content.?(filter|policy|management)|responsibleai|moderation|flagged|safety (system|filter)|jailbreak|inappropriate content|usage polic/i;
const NO_MODEL =
  /(model|deployment|engine).{0,80}(not.?found|does not exist|not exist|unknown|not available|not loaded|no such|invalid)|not a valid model|(no such|unknown|invalid|unsupported) (model|deployment)|pull(ing)? (the |it )?(model|first)|not a chat model|no models? loaded|(not|n't) have access to (the )?model/i;
const NO_KEY =
  /(api.?key|access.?key|token|credentials?|x-api-key|authori[sz]ation|bearer).{0,60}(not valid|invalid|incorrect|wrong|expired|revoked|missing|required|not found|not provided|unauthori[sz]ed|disabled|malformed|not recogni[sz]ed|does not exist|rejected|denied)|(not valid|invalid|incorrect|wrong|expired|revoked|missing|no|provide (a|an|your)|unrecogni[sz]ed|malformed|bad).{0,20}(api.?key|access.?key|x-api-key|credentials?|(auth|proxy|access|bearer)\w* .{0,20}(token|header|key)|authentication)|authentication (error|fail|required)|unauthenticated|not authenticated|unauthori[sz]ed|access denied due to/i;
/** Words that speak of tokens of text, or of keys inside the request. */
const OF_TEXT =
  /(max|input|output|prompt|completion|too many|stop|special|eos|bos).{0,12}tokens?|tokens? per|json|schema|tool/i;
const LOADING =
  /\bloading (the )?model\b|\b(model|server|weights|engine|endpoint|instance|worker|replica)s?\b.{0,120}\b(is|are|being|still|currently|gets?)\b.{0,20}\b(loading|loaded|starting|initiali[sz]ing|warming|booting|scaling)\b|warming up|cold.?start|scaled? to zero/i;
const NOT_LOADING =
  /fail|error (while )?loading|unable|could ?n[o']t|cannot|can't|out of memory|not enough|insufficient|not (been )?loaded|no models?|must be loaded|already/i;
const FAILED_GENERATION =
  /failed to (call a function|generate (json|a valid)|parse input at pos|parse (the )?(tool|function).?calls?)|attempted to call tool|tool call validation failed|(error|failure|failed).{0,12} pars(e|ing) (the )?(tool|function|model|output|generat)|(model|generated|generation|output).{0,40}(does not match|did not match|not match).{0,40}(format|grammar|schema)|(generated|model.{0,12}(produced|returned|wrote|made)).{0,20}(invalid|malformed|unparsable)|malformed.?(function|tool).?call|generated json does not match/i;
const THROTTLED =
  /throttl|too many requests|rate.?limit|slow down|requests? (are|is) too frequent/i;

/** From the most certain to the least. The first row that fits decides. */
const TABLE: readonly Row[] = [
  {
    reason: "model-unavailable",
    repeat: "when-loaded",
    statuses: [0, 425, 500, 502, 503, 504],
    words: LOADING,
    unless: NOT_LOADING,
  },
  {
    reason: "model-protocol",
    repeat: "once",
    statuses: [0, 400, 422, 500],
    codes: codes(
      "tool_use_failed json_validate_failed failed_generation malformed_function_call output_parse_failed",
    ),
    words: FAILED_GENERATION,
    // Of a call that we sent back.
    unless: /messages?\b.{0,4}\[?\d|parse messages/i,
  },
  { reason: "model-no-credit", repeat: "never", statuses: [402] },
  {
    reason: "model-no-credit",
    repeat: "never",
    codes: codes(
      "insufficient_quota insufficient_credits insufficient_balance insufficient_user_quota billing_error billing_hard_limit_reached billing_not_active payment_required budget_exceeded arrearage",
    ),
  },
  {
    reason: "model-filtered",
    repeat: "never",
    statuses: [0, 400, 403, 422],
    codes: codes(
      "content_filter content_filtered content_policy_violation responsibleaipolicyviolation moderation_blocked data_inspection_failed datainspectionfailed",
    ),
  },
  {
    reason: "model-missing",
    repeat: "never",
    codes: codes(
      "model_not_found deploymentnotfound model_not_available model_not_exist invalid_model modelnotfound",
    ),
  },
  {
    reason: "model-unauthorised",
    repeat: "never",
    codes: codes(
      "invalid_api_key api_key_invalid incorrect_api_key authentication_error authenticationerror auth_error invalid_authentication invalid_authentication_error unauthenticated unauthorized permission_denied permission_error invalid_token token_expired expired_api_key account_deactivated unsupported_country_region_territory access_denied unrecognizedclientexception accessdeniedexception invalidsignatureexception expiredtokenexception",
    ),
    statuses: [0, 400, 401, 403, 404, 407, 422, 500],
    unless: FILTERED,
  },
  {
    // An id that another provider has made is no matter of length.
    reason: "model-refused",
    repeat: "never",
    statuses: [0, 400, 422],
    words:
      /(tool_call_id|tool_calls?\W{0,6}\d*\W{0,4}\.?id|call.?id|tool_use.{0,4}\.?id|tool_use_id)\b.{0,160}(length|too long|maximum|characters|pattern|match|invalid|a-z)/i,
  },
  { reason: "request-too-long", repeat: "never", statuses: [413] },
  {
    reason: "request-too-long",
    repeat: "never",
    statuses: [0, 400, 422, 500],
    codes: codes(
      "context_length_exceeded context_window_exceeded string_above_max_length exceed_context_size_error request_too_large model_max_prompt_tokens_exceeded contextwindowexceedederror",
    ),
  },
  {
    // One request that is longer than what a minute allows fits at no time.
    reason: "request-too-long",
    repeat: "never",
    statuses: [429],
    words: /request too large/i,
  },
  ...limits(),
  {
    reason: "model-filtered",
    repeat: "never",
    statuses: [0, 400, 403, 422],
    words: FILTERED,
  },
  {
    reason: "model-no-credit",
    repeat: "never",
    statuses: [0, 400, 403],
    words: new RegExp(`${NO_CREDIT.source}|${PERHAPS_NO_CREDIT.source}`, "i"),
  },
  { reason: "model-unauthorised", repeat: "never", statuses: [401, 403, 407] },
  {
    reason: "model-unauthorised",
    repeat: "never",
    statuses: [0, 400, 404, 422, 500],
    words: NO_KEY,
    unless: OF_TEXT,
  },
  {
    reason: "request-too-long",
    repeat: "never",
    statuses: [0, 400, 422, 500],
    words: TOO_LONG,
  },
  {
    reason: "model-lacks-tools",
    repeat: "never",
    statuses: [400, 404, 422, 501],
    words:
      /does not support (tools|function)|tool (use|calling) is not supported|tools are not supported|no endpoints found that support tool/i,
  },
  { reason: "model-missing", repeat: "never", statuses: [404, 410] },
  {
    reason: "model-missing",
    repeat: "never",
    statuses: [0, 400, 422, 500, 503],
    words: NO_MODEL,
    unless: /temporar|currently|try again|later|retry/i,
  },
  { reason: "model-unavailable", repeat: "again", statuses: [408, 409, 425] },
  { reason: "model-refused", repeat: "never", statuses: [400, 422] },
  {
    reason: "model-refused",
    repeat: "never",
    statuses: [0],
    codes: codes("invalid_request_error invalid_argument badrequesterror validationexception"),
  },
];

/** Too many calls: of a minute, which a pause mends; of a day, which it does not; or of an account that is empty. */
function limits(): readonly Row[] {
  const statuses = [0, 429];
  const isLong = ({ retryAfterMs }: Facts) => (retryAfterMs ?? 0) > LONGEST_BUSY_MS;
  const isShort = (facts: Facts) => facts.retryAfterMs !== null && !isLong(facts);
  const limited = codes(
    "rate_limit_exceeded rate_limit_error ratelimiterror ratelimitreached resource_exhausted throttlingexception throttling throttling_error ratelimitexceeded too_many_requests toomanyrequests overloaded_error overloaded engine_overloaded engine_overloaded_error modelnotreadyexception servicequotaexceededexception",
  );
  const isLimited = (facts: Facts) =>
    statuses.slice(1).includes(facts.status) || [...limited].some((code) => facts.codes.has(code));
  return [
    {
      reason: "model-no-credit",
      repeat: "never",
      statuses,
      words: NO_CREDIT,
      when: (facts) =>
        isLimited(facts) && !isShort(facts) && !PER_DAY.test(withCodes(facts, /per/i)),
    },
    {
      reason: "model-no-credit",
      repeat: "never",
      statuses,
      words: /used all available credits|insufficient balance/i,
      when: isLimited,
    },
    {
      reason: "model-limit-reached",
      repeat: "never",
      when: (facts) =>
        isLimited(facts) && (isLong(facts) || PER_DAY.test(withCodes(facts, /perday|daily/i))),
    },
    {
      reason: "model-no-credit",
      repeat: "never",
      statuses,
      words: PERHAPS_NO_CREDIT,
      when: (facts) => isLimited(facts) && !isShort(facts) && !PER_MINUTE.test(facts.words),
    },
    { reason: "model-busy", repeat: "again", statuses: [429, 529] },
    {
      reason: "model-busy",
      repeat: "again",
      statuses: [0, 400, 403, 424, 500, 503],
      codes: limited,
      words: THROTTLED,
    },
    {
      reason: "model-busy",
      repeat: "again",
      statuses: [0, 503],
      words: /overload|capacity|busy|queue is full|high demand/i,
    },
  ];
}

/** The words, with those codes that name a period. */
function withCodes({ codes: said, words }: Facts, which: RegExp): string {
  return [words, ...[...said].filter((code) => which.test(code))].join(" ");
}

/**
 * Pure.
 * @param status of HTTP, or as the error in a stream names it; 0 where there is none
 * @param retryAfterMs what the server asks to wait
 */
export function judgeFailure(
  status: number,
  refusal: Refusal,
  retryAfterMs: number | null = null,
): Verdict {
  const facts = { ...refusal, status, retryAfterMs };
  const row = TABLE.find((each) => fits(each, facts));
  if (row) return { reason: row.reason, repeat: row.repeat };
  // Another 4xx or a redirect is a mistake of the set-up, which only an operator can mend.
  const isOfServer = status >= 500 || status === 0;
  return { reason: "model-unavailable", repeat: isOfServer ? "again" : "never" };
}

function fits({ statuses, codes: documented, words, unless, when }: Row, facts: Facts): boolean {
  if (statuses && !statuses.includes(facts.status)) return false;
  if (when && !when(facts)) return false;
  const isCoded = [...facts.codes].some((code) => documented?.has(code));
  if (documented || words) {
    if (!isCoded && !words?.test(facts.words)) return false;
  }
  return isCoded || !unless?.test(facts.words);
}
