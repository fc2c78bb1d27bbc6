/** Checks a request by its head: finds its line of the list, or the reason to refuse it. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { z } from "zod/mini";
import { findIncoming, type Incoming } from "./incoming-list.ts";
import type { Refusal } from "./refuse.ts";

/** A name of the path, or a parameter with its value, its kind, and the static names beside it. */
const Segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.enum([
      ...(["c", "ci(..)(..)", "ci(.)", "ci(..)", "ci(...)", "oc"] as const),
      ...(["d", "di(..)(..)", "di(.)", "di(..)", "di(...)"] as const),
    ]),
    z.nullable(z.array(z.string())),
  ]),
]);
const RouterState: z.ZodMiniType = z.tuple([
  Segment,
  z.record(
    z.string(),
    z.lazy(() => RouterState),
  ),
  z.optional(z.nullable(z.tuple([z.string(), z.string()]))),
  z.optional(z.nullable(z.enum(["refetch", "inside-shared-layout", "metadata-only"]))),
  z.optional(z.nullable(z.number())),
  z.optional(z.string()),
]);

export type Head = { method?: string; url?: string; headers: IncomingHttpHeaders };

export type House = {
  /** Our public origins. The first is the canonical one. */
  origins: readonly string[];
  isDevelopment: boolean;
  /** The server actions of this build; null if unknown. */
  actionIds: ReadonlySet<string> | null;
};

export type Verdict = { ok: true; incoming: Incoming } | { ok: false; refusal: Refusal };

/** Next's header that tells a page that it is older than the server. */
const PAGE_IS_OLD = { "x-nextjs-action-not-found": "1" };
/** The content type of React's `encodeReply` for arguments without files. */
const ACTION_TYPE = /^text\/plain(?:;\s*charset=utf-8)?$/i;

/** Headers by which a request is read, framed or judged: another reader may believe the other of two. */
const SENT_ONCE = [
  ...(["host", "content-length", "transfer-encoding", "content-type", "origin"] as const),
  ...(["authorization", "sec-fetch-site", "next-action", "next-router-state-tree"] as const),
];
/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

type Framed = Pick<IncomingMessage, "httpVersion" | "headersDistinct">;

/**
 * Whether every server reads the request as this one does. Node itself refuses two lengths, a length beside chunks, and
 * chunks that are not the last coding; of two hosts it keeps the first.
 */
export function isUnambiguous({ httpVersion, headersDistinct: headers }: Framed): boolean {
  const isOld = httpVersion === "1.0";
  if (!isOld && httpVersion !== "1.1") return false;
  if (SENT_ONCE.some((name) => (headers[name]?.length ?? 0) > 1)) return false;
  const coding = headers["transfer-encoding"]?.[0]?.trim().toLowerCase();
  if (coding !== undefined && (isOld || coding !== "chunked")) return false;
  const [host] = headers.host ?? [];
  return host === undefined ? isOld : HOST.test(host);
}

export function judgeRequest({ method = "", url = "", headers }: Head, house: House): Verdict {
  const pathname = readPathname(url);
  const state = headers["next-router-state-tree"];
  if (pathname === null || (state !== undefined && !isRouterState(String(state)))) {
    return refused({ code: "bad-request" });
  }
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
 * A browser sends `Origin` with every changing request, or at least `Sec-Fetch-Site`. A client that sends neither is no
 * browser.
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

/** @returns null for a malformed path, or one with characters that none of our paths contains */
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

function refused(refusal: Refusal): Verdict {
  return { ok: false, refusal };
}

/**
 * The header in which a page sends its router's state when it navigates. Next answers anything that is not of this shape
 * with an error and a stack in the log, so it is checked before Next reads it.
 * @param header JSON, percent-encoded
 */
function isRouterState(header: string): boolean {
  try {
    return RouterState.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    return false;
  }
}
