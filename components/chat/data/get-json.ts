/**
 * Reads of the chat: JSON that fits its schema, or a failure with a sentence for the person. Schemas are imported when
 * they
 * are needed, because their library would be an eighth of the script that the page waits for.
 */
import type * as z from "zod/mini";
import * as text from "@/lib/messages/chat.ts";

export class RequestFailed extends Error {
  /** A code of lib/errors, `unreachable`, or `unreadable`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RequestFailed";
    this.code = code;
  }
}

/**
 * @param loadSchema imports it while the request is in progress
 * @throws RequestFailed
 */
export async function getJson<Schema extends z.ZodMiniType>(
  loadSchema: () => Promise<Schema>,
  path: string,
  signal?: AbortSignal,
): Promise<z.infer<Schema>> {
  const [response, schema] = await Promise.all([
    request(path, { signal, cache: "no-store" }),
    loadSchema().catch(() => {
      throw new RequestFailed("unreachable", text.unreachable());
    }),
  ]);
  const body: unknown = await response.json().catch(() => null);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new RequestFailed("unreadable", text.unreadable());
  return parsed.data;
}

/** @throws RequestFailed where the answer is not a 2xx */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new RequestFailed("unreachable", text.unreachable());
  });
  if (response.ok) return response;
  throw await readFailure(await response.json().catch(() => null));
}

/** The failure of a body that should be an `ApiError`. */
export async function readFailure(body: unknown): Promise<RequestFailed> {
  const contract = await import("@/lib/contracts/api-error.ts").catch(() => null);
  const parsed = contract?.ApiError.safeParse(body);
  if (!parsed?.success) return new RequestFailed("internal", text.serverFault());
  return new RequestFailed(parsed.data.error.code, parsed.data.error.message);
}
