/** `GET`: the rules. `POST`: an admin saves a version of one, or tries it (lib/contracts/inspector/review/review-rule.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import {
  ChangeRules,
  ReviewRules,
  RulesChanged,
} from "@/lib/contracts/inspector/review/review-rule.ts";
import { listRules, tryRule } from "@/lib/db/review/rules/read-rules.ts";
import { saveRule } from "@/lib/db/review/rules/save-rule.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    ReviewRules.parse(await listRules(actor)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:manage", async (actor) => {
    const asked = await readBody(request, ChangeRules, REASON_BODY_MAX_BYTES);
    if (asked.do === "try")
      return RulesChanged.parse({ is: "tried", tried: await tryRule(actor, asked.test) });
    const { id, version, rule } = asked;
    return RulesChanged.parse(await saveRule(actor, { id, version, rule }));
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
