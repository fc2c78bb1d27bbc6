import "server-only";
import { PageRefused, type ResolveHost } from "./public-host.ts";
/** Follows a page to where it is, checking every address on the way. */
import { type PageAnswer, requestPage } from "./request-page.ts";

export type LoadedPage = PageAnswer & { url: URL };

export type LoadLimits = { signal: AbortSignal; maxBytes: number };

const REDIRECTS_MAX = 5;
const URL_MAX_CHARS = 2_000;

/**
 * A redirect is followed within its host only: which host a call reaches is decided before the call.
 * @throws PageRefused with a text for the model
 */
export async function loadPage(
  address: string,
  resolveHost: ResolveHost,
  limits: LoadLimits,
): Promise<LoadedPage> {
  let url = readAddress(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await requestPage(url, await resolveHost(url.hostname), limits);
    const moved = [301, 302, 303, 307, 308].includes(answer.status) && answer.location;
    if (!moved) return { ...answer, url };
    url = nextAddress(url, moved);
  }
  throw new PageRefused("This page redirects too often.");
}

function readAddress(address: string): URL {
  const url = URL.parse(address);
  if (!url || address.length > URL_MAX_CHARS) throw new PageRefused("This is not a web address.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new PageRefused("Only http:// and https:// addresses can be read.");
  if (url.username || url.password)
    throw new PageRefused("An address with a user name or password in it is not read.");
  // Below 1024 live services that take a request for something else.
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
