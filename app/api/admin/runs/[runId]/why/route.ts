/** `GET ?text=<words>`: the parts of a run's prompts that contain words of the answer. Audited like the run. */
import { parseId } from "@/app/parse-id.ts";
import { WhyAnswer, WhyQuery } from "@/lib/contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "@/lib/coordinator/prompt-registry.ts";
import { explainAnswer } from "@/lib/inspector/why/explain-answer.ts";
import { respondQuery } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondQuery(request, "run:inspect", WhyQuery, async (actor, { text }) => {
    const runId = parseId((await params).runId);
    return WhyAnswer.parse(await explainAnswer(actor, runId, text, await registeredPrompts()));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
