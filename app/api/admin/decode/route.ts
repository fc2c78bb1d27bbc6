/** `POST {text}`: decodes pasted headers (lib/contracts/inspector/envelope/envelope-inspection.ts). Nothing of it is stored. */

import { isSameOrigin } from "@/lib/auth/is-same-origin.ts";
import {
  DECODE_MAX_CHARS,
  DecodeAnswer,
  DecodeRequest,
} from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { decodeHeaders } from "@/lib/inspector/decode/decode-headers.ts";
import { respondOperator } from "../respond-operator.ts";

/** The text in JSON: four bytes of UTF-8, or an escape of six, for each character. */
const BODY_MAX_BYTES = DECODE_MAX_CHARS * 6 + 1_024;

const TOO_LARGE: DecodeAnswer = {
  ok: false,
  what: "The text is too large",
  why: `More than ${DECODE_MAX_CHARS / 1_024} KB were sent; no server takes headers that large.`,
  todo: "Paste the headers of one request only.",
};

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "state:inspect", async (actor) => {
    if (!isSameOrigin(request.headers)) throw new AppError("forbidden");
    const body = await readLimited(request);
    if (body === null) return TOO_LARGE;
    const asked = DecodeRequest.safeParse(parseJson(body));
    if (asked.success) return DecodeAnswer.parse(decodeHeaders(actor, asked.data.text));
    if (asked.error.issues.some(({ code }) => code === "too_big")) return TOO_LARGE;
    throw new AppError("invalid", { cause: asked.error });
  });
}

/** @returns null where there is more than the limit; the rest is then not read */
async function readLimited(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", { cause });
  }
}

export { DELETE, GET, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
