/** `GET`: how one of the person's own answers was made (lib/contracts/public/made/answer-account.ts). */
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { AnswerAccount } from "@/lib/contracts/public/made/answer-account.ts";
import { readAnswerAccount } from "@/lib/db/conversations/answer/read-answer-account.ts";

type Context = { params: Promise<{ messageId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const messageId = parseId((await params).messageId);
    return AnswerAccount.parse(await readAnswerAccount(await requireActor(), messageId));
  });
}
