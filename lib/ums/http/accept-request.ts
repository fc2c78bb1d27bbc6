/** The checks of every request to the service: size, key and signature, schema. And the form of every refusal. */
import "server-only";
import type { z } from "zod";
import { UMS_KEY_MAX_CHARS } from "../../contracts/limits.ts";
import { readBody as readBytes } from "../../edge/bodies/read-body.ts";
import { SERVICE_BODY_MAX_BYTES } from "../../edge/limits.ts";
import { AppError } from "../../errors/app-error.ts";
import { log } from "../../log/log.ts";
import type { Caller } from "../turn/caller.ts";
import { authoriseCaller } from "./authorise-caller.ts";
import { type Refused, refusalResponse, refused } from "./refusal.ts";

/** `key`: the caller's name for this call; null where it gives none. */
type Accepted<Body> = { ok: true; caller: Caller; key: string | null; body: Body };

/** @param schema of the body; an empty body reads as `{}` */
export async function acceptRequest<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Accepted<z.output<Schema>> | Refused> {
  const read = await readBody(request);
  if (!read.ok) return read;
  const authorised = await authoriseCaller(request.headers, read.text);
  if (!authorised.ok) return authorised;
  const parsed = schema.safeParse(parseJson(read.text || "{}"));
  if (!parsed.success) return refused("invalid");
  const key = request.headers.get("idempotency-key")?.slice(0, UMS_KEY_MAX_CHARS) || null;
  return { ok: true, caller: authorised.caller, key, body: parsed.data };
}

/** Runs a handler and maps refusals and errors to responses. No internal detail leaves the service. */
export async function answerRequest(answer: () => Promise<Response | Refused>): Promise<Response> {
  try {
    const answered = await answer();
    if (answered instanceof Response) return answered;
    log().info({ code: answered.code }, "the user-management service refused a call");
    return refusalResponse(answered.code);
  } catch (error) {
    log().error({ err: error }, "a call of the user-management service failed");
    return refusalResponse("internal");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBody(request: Request): Promise<{ ok: true; text: string } | Refused> {
  try {
    const bytes = await readBytes(request, SERVICE_BODY_MAX_BYTES);
    return { ok: true, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof AppError && error.code === "body-too-large") return refused("too-large");
    throw error;
  }
}
