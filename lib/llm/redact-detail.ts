import "server-only";

/** Error details may quote what we sent. They go to the log, and the key must not. */

const MAX_CHARS = 500;
const MIN_KEY_CHARS = 8;

export function redactDetail(detail: string, apiKey: string): string {
  const withoutOurs = apiKey.length < MIN_KEY_CHARS ? detail : detail.replaceAll(apiKey, "[key]");
  return withoutOurs
    .replace(/\bsk-[\w*.-]{4,}/g, "[key]")
    .replace(/\bBearer\s+[^\s"',]+/gi, "Bearer [key]")
    .slice(0, MAX_CHARS);
}
