/**
 * `POST {sha256, reason}`: shows one masked value, for a reason that is on record first
 * (lib/contracts/inspector/opening/payload-opening.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { parseId } from "@/app/parse-id.ts";
import { RevealedField, RevealRequest } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import { revealField } from "@/lib/inspector/reveal-field.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "field:reveal", async (actor) => {
    const asked = await readBody(request, RevealRequest, REASON_BODY_MAX_BYTES);
    return RevealedField.parse(await revealField(actor, parseId((await params).runId), asked));
  });
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../../../no-such-method.ts";
