/** `POST`: an admin sends runs to review (lib/contracts/inspector/review/sent-runs.ts). */
import { RunsSent, SendRuns } from "@/lib/contracts/inspector/review/sent-runs.ts";
import { sendRuns } from "@/lib/db/review/rules/send-runs.ts";
import { readJson } from "@/lib/edge/bodies/read-body.ts";
import { SENT_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../../respond-operator.ts";

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:manage", async (actor) => {
    const asked = SendRuns.safeParse(await readJson(request, SENT_BODY_MAX_BYTES));
    if (!asked.success) throw new AppError("invalid", { cause: asked.error });
    return RunsSent.parse(await sendRuns(actor, asked.data));
  });
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
