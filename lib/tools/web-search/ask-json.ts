import "server-only";
/** One request to a search provider: no redirects, a bounded answer, checked against its schema. */
import type { z } from "zod";
import { SearchFailed } from "./search-provider.ts";

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

/** @throws SearchFailed; the abort reason where the signal aborts */
export async function askJson<Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  init: RequestInit & { signal: AbortSignal },
): Promise<z.infer<Schema>> {
  const text = await ask(url, init).catch((error: unknown) => {
    init.signal.throwIfAborted();
    throw error instanceof SearchFailed
      ? error
      : new SearchFailed("it cannot be reached", { cause: error });
  });
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success)
    throw new SearchFailed("its answer has an unknown form", { cause: parsed.error });
  return parsed.data;
}

async function ask(url: URL, init: RequestInit): Promise<string> {
  // A redirect could carry the key elsewhere.
  const response = await fetch(url, { ...init, redirect: "error", cache: "no-store" });
  if (!response.ok) {
    await response.body?.cancel();
    throw new SearchFailed(`it answered with status ${response.status}`);
  }
  return readBounded(response);
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new SearchFailed("its answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
