/** Decides about a request by its head: which line of the list it fits, or why it is refused. */
import type { IncomingHttpHeaders } from "node:http";
import { findIncoming, type Incoming } from "./incoming-list.ts";
import type { Refusal } from "./refuse.ts";

export type Head = { method?: string; url?: string; headers: IncomingHttpHeaders };

export type House = {
  /** The origins under which people reach us; the first is the one that we name ourselves. */
  origins: readonly string[];
  isDevelopment: boolean;
  /** The server actions of this build; null where they are not known. */
  actionIds: ReadonlySet<string> | null;
};

export type Verdict = { ok: true; incoming: Incoming } | { ok: false; refusal: Refusal };

/** Next tells a page by this header that it is older than the server. */
const PAGE_IS_OLD = { "x-nextjs-action-not-found": "1" };
/** As `encodeReply` of React writes arguments that hold no file. */
const ACTION_TYPE = /^text\/plain(?:;\s*charset=utf-8)?$/i;

export function judgeRequest({ method = "", url = "", headers }: Head, house: House): Verdict {
  const pathname = readPathname(url);
  if (pathname === null || !readsRouterState(headers)) return refused({ code: "bad-request" });
  const found = findIncoming(method, pathname, house.isDevelopment);
  if (!found.ok) {
    return refused({ code: "no-such-method", headers: { allow: found.allow.join(", ") } });
  }
  const { incoming } = found;
  if (incoming.gets === "nothing") return refused({ code: "not-found" });
  if (!isFrom(incoming.from, headers, house)) return refused({ code: "foreign-origin" });
  if (hasBody(headers) && incoming.bodyMaxBytes === 0) return refused({ code: "body-unwanted" });
  if (Number(headers["content-length"] ?? 0) > incoming.bodyMaxBytes) {
    return refused({ code: incoming.gets === "upload" ? "too-large" : "body-too-large" });
  }
  return incoming.gets === "action"
    ? judgeAction(incoming, headers, house)
    : { ok: true, incoming };
}

function judgeAction(incoming: Incoming, headers: IncomingHttpHeaders, house: House): Verdict {
  const actionId = headers["next-action"];
  if (typeof actionId !== "string") {
    return refused({ code: "no-such-method", headers: { allow: "GET, HEAD" } });
  }
  if (!ACTION_TYPE.test(headers["content-type"] ?? "")) return refused({ code: "bad-request" });
  if (house.actionIds?.has(actionId) === false) {
    return refused({ code: "page-outdated", headers: PAGE_IS_OLD });
  }
  return { ok: true, incoming };
}

/**
 * A browser names the origin of whatever changes something. Where it does not, it says at least whether the request comes
 * from this site; somebody who says neither is no browser.
 */
export function isFromUs(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origins.includes(origin);
  const site = headers["sec-fetch-site"];
  return site === "same-origin" || site === "none";
}

function isFrom(from: Incoming["from"], headers: IncomingHttpHeaders, house: House): boolean {
  if (from === "anybody") return true;
  const isBrowser = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  return (from === "service" && !isBrowser) || isFromUs(headers, house.origins);
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** @returns the path decoded, as routes read it; null for what is no path of ours, or holds what no name of ours can hold */
function readPathname(url: string): string | null {
  if (!url.startsWith("/") || /%00|\\|[^\x21-\x7e]/.test(url)) return null;
  const [pathname = ""] = url.split("?", 1);
  if (pathname.includes("//")) return null;
  try {
    const read = decodeURIComponent(pathname);
    return /\p{Cc}/u.test(read) || /\/\.\.?(?:\/|$)/.test(read) ? null : read;
  } catch {
    return null;
  }
}

/** What a page sends along when it moves to another: JSON, percent-encoded. Next fails on anything else. */
function readsRouterState(headers: IncomingHttpHeaders): boolean {
  const state = headers["next-router-state-tree"];
  if (state === undefined) return true;
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(state))));
  } catch {
    return false;
  }
}

function refused(refusal: Refusal): Verdict {
  return { ok: false, refusal };
}
