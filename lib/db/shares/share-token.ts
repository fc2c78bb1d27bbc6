/**
 * The token of a shared link. It follows from the link's random id and the deployment's secret, so the person can copy it
 * again, and whoever reads the database alone cannot: that holds a digest.
 */
import "server-only";
import { createHash, createHmac } from "node:crypto";
import { settings } from "../../env/settings.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 bits as base64url. */
export function shareTokenOf(shareLinkId: string): string {
  return createHmac("sha256", settings().BETTER_AUTH_SECRET)
    .update(`halfsilver share link\0${shareLinkId}`)
    .digest("base64url");
}

/** @returns null for a text that cannot be a token */
export function digestOfToken(token: string): string | null {
  return TOKEN.test(token) ? createHash("sha256").update(token).digest("hex") : null;
}

export const sharePath = (token: string) => `/s/${token}`;
