import "server-only";
/** What every call of the service goes through: bounded body, key and signature, strict schema. */
import type { z } from "zod";
import { log } from "../log/log.ts";
import { authoriseCaller } from "./authorise-caller.ts";
import type { Caller } from "./caller.ts";
import { readBody } from "./read-body.ts";
import { type Refused, refusalResponse, refused } from "./refusal.ts";

type Accepted<Body> = { ok: true; caller: Caller; body: Body };

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
  return { ok: true, caller: authorised.caller, body: parsed.data };
}

/** The edge of the service: nothing internal leaves it. */
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
