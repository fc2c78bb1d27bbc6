/**
 * `GET`: what the model judge says of a case, for a reviewer who judged it, once it is judged
 * (lib/contracts/inspector/review/model-judge.ts).
 */
import { parseId } from "@/app/parse-id.ts";
import { ModelScore } from "@/lib/contracts/inspector/review/model-judge.ts";
import { readModelScore } from "@/lib/judge/judge-page.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    ModelScore.parse(await readModelScore(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
