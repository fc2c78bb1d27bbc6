import "server-only";
import { readBody } from "@/lib/edge/bodies/read-body.ts";
/** Reads the fields of a small form, sent as JSON by our pages or as a plain form before they have loaded. */
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { AppError } from "@/lib/errors/app-error.ts";

export type Fields = {
  values: Record<string, unknown>;
  /** True for a plain form, which is answered with a page instead of JSON. */
  isPlainForm: boolean;
};

/** @throws AppError `invalid` for any other body, `body-too-large` */
export async function readFields(request: Request): Promise<Fields> {
  const text = new TextDecoder().decode(await readBody(request, FORM_BODY_MAX_BYTES));
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return { values: Object.fromEntries(new URLSearchParams(text)), isPlainForm: true };
  }
  const values = parseJson(text);
  if (typeof values !== "object" || values === null) throw new AppError("invalid");
  return { values: { ...values }, isPlainForm: false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
