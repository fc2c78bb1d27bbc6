/**
 * Where a text comes from, and how far it is trusted. Trust is ordered here and nowhere else. What a model or a tool makes out
 * of other texts has no place of its own in the order: it inherits the lowest of them.
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

const NAMED = ["service", "mcp", "web"] as const;
const MADE = ["model", "tool"] as const;

/**
 * `deployment`, `person`, `person-file`, `directory`; `service:<name>`, `mcp:<server>`, `web:<host>`; and `model@<trust>` or
 * `tool@<trust>` for what was made out of texts of which that is the lowest trust.
 */
export const Origin = z.string().check(z.refine((text) => read(text) !== null));
export type Origin = z.infer<typeof Origin>;

/** What is not known, or is from before origins were kept, counts as the least trusted. */
export const UNKNOWN: Origin = "web:unknown";

export function trustOf(origin: Origin): Trust {
  return read(origin) ?? LOWEST;
}

/** @returns the lowest; of nothing the highest, since it adds nothing */
export function lowestTrust(origins: Iterable<Origin>): Trust {
  let lowest = 0;
  for (const origin of origins) lowest = Math.max(lowest, TRUST.indexOf(trustOf(origin)));
  return TRUST[lowest] ?? LOWEST;
}

/** Of two, the one that is trusted less. */
export function lowerTrust(one: Trust, other: Trust): Trust {
  return TRUST.indexOf(one) > TRUST.indexOf(other) ? one : other;
}

/** Each once, in order. Of too many those that are trusted least, so that their trust stays what it is. */
export function fewOrigins(origins: Iterable<Origin>): Origin[] {
  const rank = (origin: Origin) => TRUST.indexOf(trustOf(origin));
  const all = [...new Set(origins)].toSorted();
  return all
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, ORIGINS_KEPT_MAX)
    .toSorted();
}

/** What comes from the web through this host; null: from the documents that are here. */
export function webOrigin(host: string | null): Origin {
  return host === null ? "service:documents" : `web:${host}`;
}

/** The origin of what a model or a tool makes out of these. */
export function madeFrom(maker: (typeof MADE)[number], origins: Iterable<Origin>): Origin {
  return `${maker}@${lowestTrust(origins)}`;
}

/** True for text that somebody else than the operator or the person wrote, which may ask for what neither wants. */
export function isForeign(origin: Origin): boolean {
  const trust = trustOf(origin);
  return trust !== "deployment" && trust !== "person";
}

const LOWEST: Trust = "web";

function read(origin: string): Trust | null {
  const [, maker = "", inherited = ""] = /^([a-z]+)@([a-z-]+)$/.exec(origin) ?? [];
  if (MADE.some((known) => known === maker)) return Trust.safeParse(inherited).data ?? null;
  const [, named = "", name = ""] = /^([a-z]+):(.+)$/.exec(origin) ?? [];
  if (name !== "") return NAMED.find((known) => known === named) ?? null;
  const plain = Trust.safeParse(origin).data;
  return plain && !NAMED.some((known) => known === plain) ? plain : null;
}
