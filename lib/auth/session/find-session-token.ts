import "server-only";
/** The session token in a `Cookie` header. */
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";

/** Null where there is none or its signature is invalid. */
export function findSessionToken(cookies: string | null | undefined): string | null {
  return readSessionToken(readCookie(cookies ?? "", sessionCookieName()));
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    return percentDecoded(pair.slice(equals + 1).trim());
  }
  return undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
