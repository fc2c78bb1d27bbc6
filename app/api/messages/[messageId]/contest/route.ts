/** `POST`: contests one of the person's own answers, appeals against the verdict, or says that they have read the verdict (lib/contracts/public/review/contest.ts). */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { ContestRequest, PublicContest } from "@/lib/contracts/public/review/contest.ts";
import { appealVerdict } from "@/lib/db/review/appeal-verdict.ts";
import { contestAnswer, markVerdictsRead } from "@/lib/db/review/contest-answer.ts";
import { readJson } from "@/lib/edge/bodies/read-body.ts";
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { AppError } from "@/lib/errors/app-error.ts";

type Context = { params: Promise<{ messageId: string }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const answerMessageId = parseId((await params).messageId);
    const asked = ContestRequest.safeParse(await readJson(request, FORM_BODY_MAX_BYTES));
    if (!asked.success) throw new AppError("invalid", { cause: asked.error });
    if (asked.data.do === "read") {
      await markVerdictsRead(actor, answerMessageId);
      return new Response(null, { status: 204 });
    }
    const contest =
      asked.data.do === "appeal"
        ? await appealVerdict(actor, { answerMessageId, words: asked.data.words })
        : await contestAnswer(actor, { answerMessageId, ...asked.data });
    return Response.json(PublicContest.parse(contest), {
      headers: { "cache-control": "no-store" },
    });
  });
}
