/** The table of what a provider can say, and which of our ends it is. The first row that fits decides. Pure. */
import "server-only";
import type { ModelReason } from "../model-types.ts";

type Row = {
  reason: ModelReason;
  statuses?: readonly number[];
  /** Matched with the provider's code and text. */
  words?: RegExp;
  /** Whether another attempt may help. */
  canRetry?: boolean;
};

const TOO_LONG =
  /context.?(length|window|size)|maximum context|max(imum)?.{0,20}tokens.{0,40}exceed|exceed.{0,40}(context|maximum.{0,20}tokens)|too many (input )?tokens|prompt is too long|input is too long|reduce the length|n_ctx|string_above_max_length|request.{0,10}too (large|long)/i;
const NO_CREDIT =
  /insufficient_quota|insufficient.{0,20}(credit|balance|funds)|exceeded your current quota|billing|out of credits|payment required/i;
const FILTERED =
  /content.?(filter|policy|management)|responsibleai|moderation|flagged|safety (system|filter)|jailbreak/i;
const NO_MODEL =
  /(model|deployment|engine).{0,80}(not.?found|does not exist|not exist|unknown|not available|not loaded|no such|invalid)|not a valid model|(no such|unknown|invalid|unsupported) (model|deployment)|model_not_found|DeploymentNotFound|pull(ing)? (the |it )?(model|first)|not a chat model/i;

const TABLE: readonly Row[] = [
  { reason: "model-no-credit", statuses: [402] },
  { reason: "model-no-credit", statuses: [400, 403, 429], words: NO_CREDIT },
  { reason: "model-filtered", statuses: [400, 403, 422], words: FILTERED },
  { reason: "model-unauthorised", statuses: [401, 403, 407] },
  { reason: "request-too-long", statuses: [413] },
  { reason: "request-too-long", statuses: [400, 422, 429, 500], words: TOO_LONG },
  { reason: "model-missing", statuses: [404, 410] },
  { reason: "model-missing", statuses: [400, 422, 500, 503], words: NO_MODEL },
  {
    reason: "model-lacks-tools",
    statuses: [400, 422, 501],
    words:
      /does not support (tools|function)|tool (use|calling) is not supported|tools are not supported/i,
  },
  { reason: "model-busy", statuses: [429, 529], canRetry: true },
  { reason: "model-busy", statuses: [503], words: /overload|capacity|busy/i, canRetry: true },
  { reason: "model-unavailable", statuses: [408, 409, 425], canRetry: true },
  { reason: "model-refused", statuses: [400, 422] },
];

export type Verdict = { reason: ModelReason; canRetry: boolean };

/**
 * @param status of HTTP, or as the error in a stream names it; 0 where there is none
 * @param words the provider's code and text
 */
export function judgeFailure(status: number, words: string): Verdict {
  const row = TABLE.find(
    (each) => (each.statuses?.includes(status) ?? true) && (each.words?.test(words) ?? true),
  );
  if (row) return { reason: row.reason, canRetry: row.canRetry ?? false };
  if (status >= 500) return { reason: "model-unavailable", canRetry: true };
  // Another 4xx or a redirect is a mistake of the set-up, which only an operator can mend.
  return { reason: "model-unavailable", canRetry: false };
}
