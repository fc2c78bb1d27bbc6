import "server-only";
/** The fields of a small form, sent as JSON by our pages or as a plain form before they are ready. */
import { AUTH_BODY_MAX_BYTES } from "@/lib/auth/limits.ts";
import { AppError } from "@/lib/errors/app-error.ts";

export type Fields = {
  values: Record<string, unknown>;
  /** A plain form wants a page back, not JSON. */
  isPlainForm: boolean;
};

/** @throws AppError `invalid` for bodies that are too long, of no stated length, or neither kind */
export async function readFields(request: Request): Promise<Fields> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length >= 0 && length <= AUTH_BODY_MAX_BYTES)) throw new AppError("invalid");
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const values = Object.fromEntries(new URLSearchParams(await request.text()));
    return { values, isPlainForm: true };
  }
  const values: unknown = await request.json().catch(() => null);
  if (typeof values !== "object" || values === null) throw new AppError("invalid");
  return { values: { ...values }, isPlainForm: false };
}
