import "server-only";
/** Reads a request's body as text, never more than the limit. */
import { SERVICE_BODY_MAX_BYTES } from "../edge/limits.ts";
import { readBody as readBytes } from "../edge/read-body.ts";
import { AppError } from "../errors/app-error.ts";
import { type Refused, refused } from "./refusal.ts";

export const BODY_MAX_BYTES = SERVICE_BODY_MAX_BYTES;

export async function readBody(request: Request): Promise<{ ok: true; text: string } | Refused> {
  try {
    return { ok: true, text: new TextDecoder().decode(await readBytes(request, BODY_MAX_BYTES)) };
  } catch (error) {
    if (error instanceof AppError && error.code === "body-too-large") return refused("too-large");
    throw error;
  }
}
