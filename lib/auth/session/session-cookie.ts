/** The session cookie: its name, and the token inside it. */
import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "../../env/settings.ts";
import { COOKIES_CACHED_MAX } from "../limits.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "./session-cookie-names.ts";

/** True if the public address is https, so that cookies must be secure. */
export function usesSecureCookies(): boolean {
  return settings().BETTER_AUTH_URL?.startsWith("https:") ?? false;
}

/** The cookie that this deployment sets. */
export function sessionCookieName(): string {
  return usesSecureCookies() ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
}

/**
 * Caches cookie values with a valid signature and their tokens. The database decides whether a token is still valid.
 */
const signed = new Map<string, string>();

/**
 * The token inside a cookie value `token.base64(HMAC-SHA-256(secret, token))` (better-auth's signed cookie,
 * percent-decoded), or null where the signature is invalid.
 */
export function readSessionToken(cookieValue: string | undefined): string | null {
  if (!cookieValue) return null;
  const known = signed.get(cookieValue);
  if (known) return known;
  const dot = cookieValue.lastIndexOf(".");
  if (dot < 1) return null;
  const token = cookieValue.slice(0, dot);
  const given = Buffer.from(cookieValue.slice(dot + 1), "base64");
  const expected = createHmac("sha256", settings().BETTER_AUTH_SECRET).update(token).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (signed.size >= COOKIES_CACHED_MAX) signed.clear();
  signed.set(cookieValue, token);
  return token;
}
