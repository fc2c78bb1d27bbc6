/** `POST`: contests one of the person's own answers, appeals against the verdict, or says that they have read the verdict (lib/contracts/public/review/contest.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { ContestRequest, PublicContest } from "@/lib/contracts/public/review/contest.ts";
import { appealVerdict } from "@/lib/db/review/appeal-verdict.ts";
import { contestAnswer, markVerdictsRead } from "@/lib/db/review/contest-answer.ts";
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";

type Context = { params: Promise<{ messageId: string }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const answerMessageId = parseId((await params).messageId);
    const asked = await readBody(request, ContestRequest, FORM_BODY_MAX_BYTES);
    if (asked.do === "read") {
      await markVerdictsRead(actor, answerMessageId);
      return new Response(null, { status: 204 });
    }
    const contest =
      asked.do === "appeal"
        ? await appealVerdict(actor, { answerMessageId, words: asked.words })
        : await contestAnswer(actor, { answerMessageId, ...asked });
    return Response.json(PublicContest.parse(contest), {
      headers: { "cache-control": "no-store" },
    });
  });
}
