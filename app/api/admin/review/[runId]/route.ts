/** `GET`: one case, for its reviewer. `POST`: keeps a draft, leaves or judges the case, undoes or corrects a verdict (lib/contracts/inspector/review/review-case.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import type { Actor } from "@/lib/access/actor.ts";
import {
  CaseChanged,
  ChangeCase,
  ReviewCase,
} from "@/lib/contracts/inspector/review/review-case.ts";
import { undoVerdict } from "@/lib/db/review/judging/undo-verdict.ts";
import { readCase } from "@/lib/db/review/read-case.ts";
import { leaveCase } from "@/lib/db/review/take-case.ts";
import { REVIEW_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { judgeCase, keepMaskedDraft } from "@/lib/inspector/review/judge-case.ts";
import { respondOperator } from "../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    ReviewCase.parse(await readCase(actor, parseId((await params).runId))),
  );
}

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) => {
    const runId = parseId((await params).runId);
    const asked = await readBody(request, ChangeCase, REVIEW_BODY_MAX_BYTES);
    const until = await change(actor, runId, asked);
    return CaseChanged.parse({ until: until?.toISOString() ?? null });
  });
}

/** @returns until when the reviewer has the case; null: no more */
async function change(actor: Actor, runId: string, asked: ChangeCase): Promise<Date | null> {
  if (asked.do === "keep") return keepMaskedDraft(actor, runId, asked.draft);
  if (asked.do === "undo") return undoVerdict(actor, runId);
  if (asked.do === "leave") await leaveCase(actor, runId);
  else await judgeCase(actor, runId, asked.verdict, asked.do);
  return null;
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
