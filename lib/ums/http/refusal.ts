/** The refusals of the service: a typed code, a status and a sentence. */
import "server-only";
import type { ApiError } from "../../contracts/api-error.ts";

const REFUSALS = {
  "bad-key": { status: 401, message: "The service key is missing or wrong." },
  unsigned: { status: 401, message: "The agent state is not signed." },
  forged: { status: 401, message: "The signature does not belong to this agent state." },
  stale: { status: 401, message: "The agent state was signed too long ago, or in the future." },
  replayed: { status: 401, message: "This signed hop was taken before." },
  "other-body": { status: 401, message: "The agent state was signed for another body." },
  "state-malformed": { status: 400, message: "The agent state cannot be read." },
  "state-too-large": { status: 431, message: "The agent state is larger than 6 KiB." },
  invalid: { status: 400, message: "The body does not fit the schema of this call." },
  "too-large": { status: 413, message: "The body is too large." },
  "not-found": { status: 404, message: "There is no such conversation." },
  "approval-closed": { status: 409, message: "This approval is not open in this conversation." },
  internal: { status: 500, message: "Something went wrong in the service." },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof REFUSALS;
export type Refused = { ok: false; code: RefusalCode };

export function refused(code: RefusalCode): Refused {
  return { ok: false, code };
}

export function refusalResponse(code: RefusalCode): Response {
  const { status, message } = REFUSALS[code];
  const body: ApiError = { error: { code, message } };
  const headers = new Headers({ "cache-control": "no-store" });
  if (code === "bad-key") headers.set("www-authenticate", "Bearer");
  return Response.json(body, { status, headers });
}
