/**
 * `POST {text}`: decodes pasted headers (lib/contracts/inspector/run/envelope-inspection.ts). Nothing of it is
 * stored.
 */
import { DECODE_BODY_MAX_BYTES } from "@/app/limits.ts";
import { DecodeAnswer, DecodeRequest } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import { DECODE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { readJson } from "@/lib/edge/bodies/read-body.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { decodeHeaders } from "@/lib/inspector/decode-headers.ts";
import * as text from "@/lib/messages/inspector-decode.ts";
import { respondOperator } from "../respond-operator.ts";

const TOO_LARGE: DecodeAnswer = {
  ok: false,
  what: text.tooLarge(),
  why: text.tooLargeWhy({ kilobytes: DECODE_MAX_CHARS / 1_024 }),
  todo: text.tooLargeRepair(),
};

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "state:inspect", async (actor) => {
    const body = await readJson(request, DECODE_BODY_MAX_BYTES).catch(tooLarge);
    if (body === TOO_LARGE) return TOO_LARGE;
    const asked = DecodeRequest.safeParse(body);
    if (asked.success) return DecodeAnswer.parse(decodeHeaders(actor, asked.data.text));
    if (asked.error.issues.some(({ code }) => code === "too_big")) return TOO_LARGE;
    throw new AppError("invalid", { cause: asked.error });
  });
}

function tooLarge(error: unknown): DecodeAnswer {
  if (error instanceof AppError && error.code === "body-too-large") return TOO_LARGE;
  throw error;
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
