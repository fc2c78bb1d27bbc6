/** Wraps every route handler: a result becomes JSON, an error becomes a status and a sentence. */
import "server-only";
import type { ApiError } from "@/lib/contracts/api-error.ts";
import { isDatabaseTrouble } from "@/lib/db/check-database.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { log } from "@/lib/log/log.ts";

const NO_STORE = { "cache-control": "no-store" };

/** Runs a handler and answers with its value as JSON, or with the error's own status and person text. */
export async function respondJson(answer: () => Promise<unknown>, status = 200): Promise<Response> {
  return respond(async () => Response.json(await answer(), { status, headers: NO_STORE }));
}

/** Runs a handler that makes its own response. Unknown errors are answered as `internal`; trouble of the database passes. */
export async function respond(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const { body, ...rest } = toRefusal(error);
    return Response.json(body, rest);
  }
}

/** Runs what a person changes. What their request causes is told to them alone; all other errors are ours, and logged. */
export async function orRefuse<Change>(
  change: () => Promise<Change>,
  refuse: (message: string) => Change,
  failed: string,
): Promise<Change> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof AppError && error.httpStatus < 500) return refuse(error.personText);
    log().error({ err: error }, "what a person changed could not be stored");
    return refuse(failed);
  }
}

/** The public part of an error: status and sentence. */
export function toRefusal(error: unknown) {
  const known = error instanceof AppError ? error : asAppError(error);
  if (known !== error && !isOfNobody(error)) log().error({ err: error }, "a request failed");
  const code = known.code === "forbidden" ? "not-found" : known.code;
  const body: ApiError = { error: { code, message: known.personText } };
  const { retryAfterS } = known;
  const retry: Record<string, string> =
    retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) };
  return { status: known.httpStatus, headers: { ...NO_STORE, ...retry }, body };
}

/** Ends what was done for a browser that has gone; Next.js has a name of its own for it. */
function isOfNobody(error: unknown): boolean {
  return error instanceof Error && /^(?:AbortError|ResponseAborted)$/.test(error.name);
}

function asAppError(cause: unknown): AppError {
  return new AppError(isDatabaseTrouble(cause) ? "unavailable" : "internal", { cause });
}
