/** Reads of the chat: JSON in, or a failure that carries a sentence for the person. */

export class RequestFailed extends Error {
  /** A code of lib/errors, or `unreachable`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RequestFailed";
    this.code = code;
  }
}

const UNREACHABLE = "The server cannot be reached. Check your connection and try again.";
const UNREADABLE = "Something went wrong on our side. Try again.";

/** @throws RequestFailed */
export async function getJson<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  const response = await request(path, { signal, cache: "no-store" });
  return (await response.json()) as Body;
}

/** @throws RequestFailed where the answer is not a 2xx */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new RequestFailed("unreachable", UNREACHABLE);
  });
  if (response.ok) return response;
  const { code, message } = readApiError(await response.json().catch(() => null));
  throw new RequestFailed(code, message);
}

/** The error of a body that should be an `ApiError`. */
export function readApiError(body: unknown): { code: string; message: string } {
  const error = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  if (typeof error?.code === "string" && typeof error.message === "string") {
    return { code: error.code, message: error.message };
  }
  return { code: "internal", message: UNREADABLE };
}
