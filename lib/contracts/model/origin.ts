/**
 * Where a text comes from, how far it is trusted, and how private it is. Both are ordered here and nowhere else. What a model or
 * a tool makes out of other texts has no place of its own in the orders: it inherits the lowest trust and the highest privacy.
 */
import * as z from "zod/mini";
import { ORIGINS_KEPT_MAX } from "../limits.ts";

/** From the most trusted to the least. */
export const TRUST = [
  "deployment",
  "person",
  "service",
  "directory",
  "person-file",
  "mcp",
  "web",
] as const;
export const Trust = z.enum(TRUST);
export type Trust = z.infer<typeof Trust>;

/** What may not leave unasked. From nothing, over words and figures, to names of people as well. */
const PRIVACY = ["open", "private", "people"] as const;
type Privacy = (typeof PRIVACY)[number];

const PRIVACY_OF: Record<Trust, Privacy> = {
  deployment: "open",
  person: "open",
  service: "open",
  directory: "people",
  "person-file": "private",
  mcp: "private",
  web: "open",
};

const NAMED = ["service", "mcp", "web"] as const;
const MADE = ["model", "tool"] as const;

/**
 * `deployment`, `person`, `person-file`, `directory`; `service:<name>`, `mcp:<server>`, `web:<host>`; and `model@<trust>` or
 * `tool@<trust>` for what was made out of texts of which that is the lowest trust, with `+private` or `+people` where one of
 * them was more private than a text of that trust is.
 */
export const Origin = z.string().check(z.refine((text) => read(text) !== null));
export type Origin = z.infer<typeof Origin>;

/** What is not known, or is from before origins were kept, counts as the least trusted and as private. */
export const UNKNOWN: Origin = "web:unknown";

/** As a store or another version wrote it. */
export const StoredOrigin = z.catch(Origin, UNKNOWN);

const UNREAD = { trust: "web", privacy: "private" } as const;

export function trustOf(origin: Origin): Trust {
  return (read(origin) ?? UNREAD).trust;
}

/** True for words that are not the person's to give away unasked. */
export function isPrivate(origin: Origin): boolean {
  return privacyOf(origin) !== "open";
}

/** True where names of people are private as well. */
export function isOfPeople(origin: Origin): boolean {
  return privacyOf(origin) === "people";
}

/** True for search results and pages, which anybody may read. */
export function isPage(origin: Origin): boolean {
  return /^(?:web|service):/.test(origin) && !isPrivate(origin);
}

/** @returns the lowest; of nothing the highest, since it adds nothing */
export function lowestTrust(origins: Iterable<Origin>): Trust {
  let lowest = 0;
  for (const origin of origins) lowest = Math.max(lowest, TRUST.indexOf(trustOf(origin)));
  return TRUST[lowest] ?? UNREAD.trust;
}

/** Of two, the one that is trusted less. */
export function lowerTrust(one: Trust, other: Trust): Trust {
  return TRUST.indexOf(one) > TRUST.indexOf(other) ? one : other;
}

/** Each once, in order. Of too many those that are trusted least; the others count as one text, so that nothing of them is lost. */
export function fewOrigins(origins: Iterable<Origin>): Origin[] {
  const rank = (origin: Origin) => TRUST.indexOf(trustOf(origin));
  const all = [...new Set(origins)].toSorted();
  if (all.length <= ORIGINS_KEPT_MAX) return all;
  const ranked = all.toSorted((one, other) => rank(other) - rank(one));
  const kept = ranked.slice(0, ORIGINS_KEPT_MAX - 1);
  return [...new Set([...kept, joinOrigins(ranked.slice(kept.length))])].toSorted();
}

/**
 * The origin of a text of several: the one of them that stands for all, else as if a model had made it. It is a person's own only
 * where no model made any of it.
 * @returns of none the least trusted, since nobody says where they are from
 */
export function joinOrigins(origins: readonly Origin[]): Origin {
  if (origins.length === 0) return UNKNOWN;
  const all = origins.map((origin) => (read(origin) ? origin : UNKNOWN));
  const joined = madeFrom("model", all);
  const isMade = all.some(wasMade);
  const alike = all.filter(
    (origin) => madeFrom("model", [origin]) === joined && (isForeign(origin) || !isMade),
  );
  return alike.find(wasMade) ?? alike[0] ?? joined;
}

/** What comes from the web through this host; null: from the documents that are here. */
export function webOrigin(host: string | null): Origin {
  return host === null ? "service:documents" : `web:${host}`;
}

/** The origin of what a model or a tool makes out of these. */
export function madeFrom(maker: (typeof MADE)[number], origins: Iterable<Origin>): Origin {
  const all = [...origins];
  const trust = lowestTrust(all);
  const privacy = PRIVACY.findLast((level) => all.some((origin) => privacyOf(origin) === level));
  const isMore = privacy !== undefined && privacy !== "open" && privacy !== PRIVACY_OF[trust];
  return isMore ? `${maker}@${trust}+${privacy}` : `${maker}@${trust}`;
}

/** True for what a model or a tool made. */
export function wasMade(origin: Origin): boolean {
  return MADE.some((maker) => origin.startsWith(`${maker}@`));
}

/** True for text that somebody else than the operator or the person wrote, which may ask for what neither wants. */
export function isForeign(origin: Origin): boolean {
  const trust = trustOf(origin);
  return trust !== "deployment" && trust !== "person";
}

function privacyOf(origin: Origin): Privacy {
  return (read(origin) ?? UNREAD).privacy;
}

function read(origin: string): { trust: Trust; privacy: Privacy } | null {
  const [, maker = "", rest = ""] = /^([a-z]+)@([a-z+-]+)$/.exec(origin) ?? [];
  if (MADE.some((known) => known === maker)) return readMade(rest);
  if (origin === UNKNOWN) return UNREAD;
  const [, named = "", name = ""] = /^([a-z]+):(.+)$/.exec(origin) ?? [];
  const trust = name === "" ? Trust.safeParse(origin).data : NAMED.find((known) => known === named);
  const isWhole = name !== "" || !NAMED.some((known) => known === trust);
  return trust && isWhole ? { trust, privacy: PRIVACY_OF[trust] } : null;
}

/** What no joining makes is no origin. */
function readMade(rest: string): { trust: Trust; privacy: Privacy } | null {
  const [inherited = "", more, ...others] = rest.split("+");
  const trust = Trust.safeParse(inherited).data;
  if (trust === undefined || others.length > 0) return null;
  const own = PRIVACY_OF[trust];
  if (more === undefined) return { trust, privacy: own };
  const privacy = PRIVACY.find((level) => level === more);
  const isMore = privacy !== undefined && PRIVACY.indexOf(privacy) > PRIVACY.indexOf(own);
  return isMore && lowerTrust(trust, "directory") !== "directory" ? { trust, privacy } : null;
}
