/** Loads one page, follows its redirects, and checks every address on the way. */
import "server-only";
import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Who } from "../../gate/fair-gate.ts";
import { shareWork } from "../../gate/shared-work.ts";
import { FETCH_PAGE_LIMITS } from "../limits.ts";
import { type HostAddress, PageRefused, type ResolveHost } from "./public-host.ts";

export type LoadedPage = PageAnswer & { url: URL };

/** The one who asks takes one of their places. */
export type LoadLimits = Who & { signal: AbortSignal; maxBytes: number };

/**
 * Follows redirects within the host only, because the policies decide on the host before the call.
 * @throws PageRefused with a message for the model; AppError `too-much-at-once`
 */
export async function loadPage(
  address: string,
  resolveHost: ResolveHost,
  limits: LoadLimits,
): Promise<LoadedPage> {
  const url = readAddress(address);
  return shareWork("fetch", limits, () => follow(url, resolveHost, limits));
}

async function follow(
  from: URL,
  resolveHost: ResolveHost,
  limits: LoadLimits,
): Promise<LoadedPage> {
  let url = from;
  for (let redirects = 0; redirects <= FETCH_PAGE_LIMITS.redirectsMax; redirects += 1) {
    const answer = await requestPage(url, await resolveHost(url.hostname), limits);
    const moved = [301, 302, 303, 307, 308].includes(answer.status) && answer.location;
    if (!moved) return { ...answer, url };
    url = nextAddress(url, moved);
  }
  throw new PageRefused("This page redirects too often.");
}

function readAddress(address: string): URL {
  const url = URL.parse(address);
  if (!url || address.length > FETCH_PAGE_LIMITS.urlMaxChars)
    throw new PageRefused("This is not a web address.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new PageRefused("Only http:// and https:// addresses can be read.");
  if (url.username || url.password)
    throw new PageRefused("An address with a user name or password in it is not read.");
  // Services below port 1024, such as mail, can misread an HTTP request as commands.
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 80 && port !== 443)
    throw new PageRefused("No pages are read at this port.");
  url.hash = "";
  return url;
}

function nextAddress(from: URL, location: string): URL {
  const target = URL.parse(location, from);
  if (!target) throw new PageRefused("This page redirects to something that is no web address.");
  const to = readAddress(target.href);
  const weaker = from.protocol === "https:" && to.protocol === "http:";
  if (to.hostname === from.hostname && !weaker) return to;
  throw new PageRefused(
    `This page has moved to ${to.href} . Fetch that address if you want to read it.`,
  );
}

type PageAnswer = {
  status: number;
  contentType: string;
  location: string | null;
  body: Buffer;
  /** The page is longer than what was read. */
  cut: boolean;
};

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};
const HEADERS = {
  "user-agent": "Halfsilver/0.1 (reads one page at a person's request)",
  accept: "text/html, text/plain, text/markdown, application/json;q=0.9, */*;q=0.1",
  "accept-encoding": "gzip, br, deflate",
  "accept-language": "en, *;q=0.5",
};

/**
 * One GET. The connection goes to the checked address, whatever the name resolves to now.
 * @param maxBytes of the decoded body; reading stops there
 */
async function requestPage(
  url: URL,
  { address, family }: HostAddress,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<PageAnswer> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const { get } = url.protocol === "https:" ? https : http;
    // No pooling: a later request must not reuse a connection that was opened for another name.
    const request = get(url, {
      agent: false,
      signal,
      headers: HEADERS,
      maxHeaderSize: FETCH_PAGE_LIMITS.headersMaxBytes,
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    });
    request.once("response", resolve);
    request.once("error", reject);
  });
  const { statusCode: status = 0, headers } = response;
  const location = headers.location ?? null;
  const contentType = headers["content-type"] ?? "";
  if (status >= 300) {
    response.destroy();
    return { status, contentType, location, body: Buffer.alloc(0), cut: false };
  }
  return { status, contentType, location, ...(await readBody(response, maxBytes)) };
}

async function readBody(response: http.IncomingMessage, maxBytes: number) {
  const decoder = DECODERS[response.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  const source: Readable = decoder ?? response;
  if (decoder) {
    response.once("error", (error) => decoder.destroy(error));
    response.pipe(decoder);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  let cut = false;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.byteLength;
      cut = bytes > maxBytes;
      if (cut) break;
    }
  } finally {
    response.destroy();
  }
  return { body: Buffer.concat(chunks), cut };
}
