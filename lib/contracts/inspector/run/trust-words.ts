/** Trust and origins in plain words, and the foreign text of a prompt by origin. Pure. */
import * as text from "../../../messages/inspector-trust.ts";
import {
  isForeign,
  lowerTrust,
  type Origin,
  type Trust,
  trustOf,
  UNKNOWN,
  wasMade,
} from "../../model/origin.ts";
import type { ManifestSegment } from "../../run/prompt-manifest.ts";

/** `own`: of the operator and the person; `near`: foreign, from here; `far`: foreign, from outside. */
export type TrustReach = "own" | "near" | "far";

type TrustText = { word: () => string; means: () => string; reach: TrustReach };

export const TRUST_TEXTS: Record<Trust, TrustText> = {
  deployment: { word: text.trustDeployment, means: text.meansDeployment, reach: "own" },
  person: { word: text.trustPerson, means: text.meansPerson, reach: "own" },
  service: { word: text.trustService, means: text.meansService, reach: "near" },
  directory: { word: text.trustDirectory, means: text.meansDirectory, reach: "near" },
  "person-file": { word: text.trustFile, means: text.meansFile, reach: "near" },
  mcp: { word: text.trustMcp, means: text.meansMcp, reach: "far" },
  web: { word: text.trustWeb, means: text.meansWeb, reach: "far" },
};

const MASKED_HOST = /^masked-[0-9a-f]+$/;

/** What an origin says besides its trust: a name, or who wrote it. Null where the word of its trust says it all. */
export function detailOfOrigin(origin: Origin): string | null {
  if (wasMade(origin)) return detailOfMade(origin);
  const [, kind, name = ""] = /^(web|mcp|service):(.+)$/.exec(origin) ?? [];
  if (kind === undefined) return trustOf(origin) === "web" ? text.unknownPlace() : null;
  if (origin === UNKNOWN) return text.unknownPlace();
  return MASKED_HOST.test(name) ? text.hiddenHost({ name }) : name;
}

function detailOfMade(origin: Origin): string {
  const through = origin.startsWith("model@") ? text.throughModel() : text.throughTool();
  return origin.includes("+") ? text.withPrivate({ through }) : through;
}

type Segment = Pick<ManifestSegment, "origins" | "bytes">;

export type ForeignText = {
  origin: Origin;
  trust: Trust;
  /** Of the segments that hold it, which may hold other text, too. */
  bytes: number;
  /** Their indices, from 0. */
  segments: number[];
};

/**
 * The foreign text of a prompt by origin, the least trusted first.
 * @returns null where a segment is from before origins were kept
 */
export function foreignTexts(segments: readonly Segment[]): ForeignText[] | null {
  if (segments.some(({ origins }) => origins === undefined)) return null;
  const origins = new Set(segments.flatMap((segment) => segment.origins ?? []));
  return [...origins]
    .filter(isForeign)
    .map((origin) => {
      const held = segmentsFrom(segments, origin);
      const bytes = held.reduce((sum, index) => sum + (segments[index]?.bytes ?? 0), 0);
      return { origin, trust: trustOf(origin), bytes, segments: held };
    })
    .toSorted((one, other) => {
      if (one.trust === other.trust) return one.origin < other.origin ? -1 : 1;
      return lowerTrust(one.trust, other.trust) === one.trust ? -1 : 1;
    });
}

/** The segments, from 0, in which text of an origin stands. */
export function segmentsFrom(segments: readonly Segment[], origin: Origin): number[] {
  return segments.flatMap((segment, index) => (segment.origins?.includes(origin) ? [index] : []));
}

/** The segments, from 0, that hold text of this trust. */
export function segmentsOfTrust(segments: readonly Segment[], trust: Trust): number[] {
  return segments.flatMap(({ origins = [] }, index) =>
    origins.some((origin) => trustOf(origin) === trust) ? [index] : [],
  );
}
