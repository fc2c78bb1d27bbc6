/**
 * Devices on which somebody has signed in to an account. Failures of others never lock them out, so a stranger cannot keep
 * an owner away; their own failures are counted by themselves. The cookie opens nothing.
 */
import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { settings } from "../../env/settings.ts";
import { digestAddress } from "../digest-address.ts";
import { DEVICE_ACCOUNTS_MAX, DEVICE_KNOWN_S } from "../limits.ts";
import { readCookie } from "./read-cookie.ts";
import { usesSecureCookies } from "./session-cookie.ts";

const NAME = "halfsilver.device";
const BETWEEN = "~";
const ENTRY = /^([\w-]{22})\.([\w-]{43})$/;

const cookieName = () => (usesSecureCookies() ? `__Secure-${NAME}` : NAME);

/** @returns the device's id for this account; null where nobody has signed in to it here */
export function knownDevice(headers: Headers, email: string): string | null {
  return entriesIn(headers).find((entry) => isOf(entry, email))?.id ?? null;
}

/** The `Set-Cookie` line that makes this device known to an account. Call it after a proof only. */
export function rememberDevice(headers: Headers, email: string): string {
  const entries = entriesIn(headers);
  const own = entries.find((entry) => isOf(entry, email)) ?? newEntry(email);
  const others = entries.filter(({ id }) => id !== own.id);
  const kept = [own, ...others].slice(0, DEVICE_ACCOUNTS_MAX);
  const value = kept.map(({ id, seal }) => `${id}.${seal}`).join(BETWEEN);
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${cookieName()}=${value}; Max-Age=${DEVICE_KNOWN_S}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
}

type Entry = { id: string; seal: string };

function entriesIn(headers: Headers): Entry[] {
  const value = readCookie(headers.get("cookie") ?? "", cookieName()) ?? "";
  return value.split(BETWEEN).flatMap((entry) => {
    const [, id, seal] = ENTRY.exec(entry) ?? [];
    return id && seal ? [{ id, seal }] : [];
  });
}

function newEntry(email: string): Entry {
  const id = randomBytes(16).toString("base64url");
  return { id, seal: sealOf(id, email) };
}

function isOf({ id, seal }: Entry, email: string): boolean {
  return timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(id, email)));
}

function sealOf(id: string, email: string): string {
  const text = `known-device ${id} ${digestAddress(email)}`;
  return createHmac("sha256", settings().KNOWN_DEVICE_KEY).update(text).digest("base64url");
}
