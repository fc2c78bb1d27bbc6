/**
 * `GET`: how long each class is kept, and accounts that wait for their erasure. `POST {subject, confirmation}`: weighs what would be erased, and with what the
 * operator typed erases it (lib/contracts/inspector/erasure-request.ts). In the body, so that no address of a
 * person stands in the log of a proxy.
 */
import { readBody } from "@/app/api/parse-request.ts";
import type { Actor } from "@/lib/access/actor.ts";
import {
  ErasureAnswer,
  ErasureOverview,
  ErasureRequest,
  type ErasureSubject,
  wordToConfirm,
} from "@/lib/contracts/inspector/erasure-request.ts";
import { listLeaving } from "@/lib/db/accounts/leave-account.ts";
import { eraseConversation, erasePerson } from "@/lib/db/erasure/erase.ts";
import { weighErasure } from "@/lib/db/erasure/weigh-erasure.ts";
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { keptDays } from "@/lib/jobs/kept-days.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "data:erase", async (actor) => {
    const leaving = await listLeaving(actor);
    return ErasureOverview.parse({
      classes: keptDays(),
      leaving: leaving.map(({ email, eraseAt }) => ({ email, eraseAt: eraseAt.toISOString() })),
    });
  });
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "data:erase", async (actor) => {
    const { subject, confirmation } = await readBody(request, ErasureRequest, FORM_BODY_MAX_BYTES);
    if (confirmation === null) return ErasureAnswer.parse(await weigh(actor, subject));
    if (confirmation.trim() !== wordToConfirm(subject)) return refused("unconfirmed");
    const erased =
      subject.kind === "person"
        ? await erasePerson(actor, subject.email)
        : await eraseConversation(actor, subject.conversationId);
    return erased.ok
      ? ErasureAnswer.parse({ is: "erased", rows: erased.rows })
      : refused(erased.reason);
  });
}

async function weigh(actor: Actor, subject: ErasureSubject) {
  const weight = await weighErasure(actor, subject);
  return weight ? { is: "weighed", weight } : refused("gone");
}

function refused(reason: Extract<ErasureAnswer, { is: "refused" }>["reason"]): ErasureAnswer {
  return { is: "refused", reason };
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
