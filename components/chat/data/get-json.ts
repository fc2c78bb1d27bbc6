/** Reads of the chat: JSON that fits its schema, or a failure that carries a sentence for the person. */
import type * as z from "zod/mini";
import { ApiError } from "@/lib/contracts/api-error.ts";
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

/** @throws RequestFailed */
export async function getJson<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  signal?: AbortSignal,
): Promise<z.infer<Schema>> {
  const response = await request(path, { signal, cache: "no-store" });
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
  throw readFailure(await response.json().catch(() => null));
}

/** The failure of a body that should be an `ApiError`. */
export function readFailure(body: unknown): RequestFailed {
  const parsed = ApiError.safeParse(body);
  if (!parsed.success) return new RequestFailed("internal", text.serverFault());
  return new RequestFailed(parsed.data.error.code, parsed.data.error.message);
}
