/** `POST`: an admin sends runs to review (lib/contracts/inspector/review/sent-runs.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { RunsSent, SendRuns } from "@/lib/contracts/inspector/review/sent-runs.ts";
import { sendRuns } from "@/lib/db/review/rules/send-runs.ts";
import { SENT_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { respondOperator } from "../../respond-operator.ts";

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:manage", async (actor) => {
    const asked = await readBody(request, SendRuns, SENT_BODY_MAX_BYTES);
    return RunsSent.parse(await sendRuns(actor, asked));
  });
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
