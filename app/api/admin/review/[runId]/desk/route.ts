/** `GET`: comments on a case and whose it is, for its reviewers. `POST`: comments, assigns, puts aside (lib/contracts/inspector/review/case-desk.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { CaseDesk, ChangeDesk, DeskChanged } from "@/lib/contracts/inspector/review/case-desk.ts";
import { REVIEW_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { changeDesk, inspectDesk } from "@/lib/inspector/review/case-desk.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    CaseDesk.parse(await inspectDesk(actor, parseId((await params).runId))),
  );
}

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) => {
    const runId = parseId((await params).runId);
    const asked = await readBody(request, ChangeDesk, REVIEW_BODY_MAX_BYTES);
    await changeDesk(actor, runId, asked);
    return DeskChanged.parse({ ok: true });
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../../no-such-method.ts";
