/** Whether a caller has the key of operators. The key of the chat opens nothing of theirs. */
import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { settings } from "../../env/settings.ts";

/** Digests are compared in constant time. */
export function hasOperatorKey(headers: Headers): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(settings().UMS_OPERATOR_KEY));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
