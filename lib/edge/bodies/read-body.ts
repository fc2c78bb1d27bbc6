/** Reads the body of a web request in a route handler and counts its bytes. */
import { AppError } from "../../errors/app-error.ts";
import type { ErrorCode } from "../../errors/error-texts.ts";

/**
 * The rest of a body over the limit stays unread: cancelling the stream would close the connection before the refusal
 * is sent.
 * @throws AppError with `code` over the limit, `invalid` if the body breaks off
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  code: ErrorCode = "body-too-large",
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return join(chunks, bytes);
      bytes += value.byteLength;
      if (bytes > maxBytes) break;
      chunks.push(value);
    }
  } catch (cause) {
    throw new AppError("invalid", { cause });
  }
  reader.releaseLock();
  throw new AppError(code);
}

/** @throws AppError `invalid` for a body that is not JSON; see also `readBody` */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(request, maxBytes));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", { cause });
  }
}

function join(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
