/**
 * Proves the list of looks at what a person wrote, line by line: that the newest signed tree has it as it stands in the list,
 * and that no number of this person's looks is left out. Pure.
 */
import * as z from "zod/mini";
import { fromHex, isSame } from "../bytes.ts";
import { canonical, commitTo } from "../canonical.ts";
import { type Checkpoint, openCheckpoint } from "../checkpoint.ts";
import { CLOCK_TOLERANCE_MS, DAY_MS } from "../limits.ts";
import { hashLeaf, verifyInclusion } from "../merkle.ts";
import { BundledLeaf } from "./bundle-line.ts";

const ProvedLook = z.strictObject({
  leaf: BundledLeaf,
  /** From the leaf to the root that the checkpoint signs, hex. */
  path: z.array(z.string()),
  /** Opens the detail's commitment. Null where the detail was erased, or names what people do not see. */
  opened: z.nullable(
    z.strictObject({
      detail: z.strictObject({
        conversationId: z.string(),
        /** Null: none was asked for. */
        reason: z.nullable(z.string()),
        /** For a hit, the id of the row of its search. */
        searchId: z.optional(z.string()),
        /** The row that asked for it, where a second admin confirmed it. */
        requestId: z.optional(z.string()),
      }),
      salt: z.string(),
    }),
  ),
});

/** How long details of the trail were kept, in days, by the row `retention.applied`. */
export const RetentionDetail = z.strictObject({
  class: z.string(),
  days: z.int().check(z.positive()),
  rows: z.record(z.string(), z.int()),
});

const ProvedErasure = z.strictObject({
  leaf: BundledLeaf,
  path: z.array(z.string()),
  opened: z.strictObject({ detail: RetentionDetail, salt: z.string() }),
});

export const LooksProof = z.strictObject({
  /** The newest one. Null: nothing is signed yet, and nothing is proved. */
  checkpoint: z.nullable(z.string()),
  /** The highest number that a look at this person's words has. Null: none has one, or not all looks are told. */
  last: z.nullable(z.int().check(z.positive())),
  lines: z.array(ProvedLook),
  /** Rows by which reasons were erased for their age. */
  erasures: z.array(ProvedErasure),
});
export type LooksProof = z.infer<typeof LooksProof>;
type ProvedLook = z.infer<typeof ProvedLook>;
type ProvedErasure = z.infer<typeof ProvedErasure>;

/** What a line says, as its row is called. */
const ACTIONS = {
  payloads: "payloads.opened",
  field: "field.revealed",
  found: "run.found",
  review: "review.taken",
} as const;

/** A line as the page shows it. */
export type ShownLook = {
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  what: keyof typeof ACTIONS;
  /** Null: it was not sealed yet when the page was made. */
  place: number | null;
  /** Null: it was erased, or none was asked for. */
  reason: string | null;
  /** After how many days the page says that the reason was erased; null: it says nothing of that. */
  keptDays: number | null;
  /** Null: it is gone. */
  conversationId: string | null;
};

export type ShownLooks = {
  looks: readonly ShownLook[];
  /** Whose words they looked at. */
  personId: string;
  /** At most this many lines are on a page. With that number, earlier lines may be missing. */
  max: number;
  /** Keys of this server. */
  verifierKeys: readonly string[];
};

export type LookFault =
  | "no-proof"
  | "note-unreadable"
  | "not-included"
  | "differs"
  | "erasure-unproved"
  | "number-wrong";

export type LookVerdict =
  /** `hasReason`: the reason is what was sealed, too. `seq`: null in looks from before they had numbers. */
  { ok: true; seq: number | null; hasReason: boolean } | { ok: false; why: LookFault };

/** How many numbers are missing between `after` (0: from the first on) and `before` (null: to the newest one). */
export type MissingLooks = { count: number; after: number; before: number | null };

export type LooksVerdict = {
  /** By the line's id: of each line that is shown. */
  lines: ReadonlyMap<string, LookVerdict>;
  /** The newest first. */
  missing: MissingLooks[];
  /** True where the proof has lines that are not shown: they came after the page. */
  isOutdated: boolean;
};

/** @throws Error that names a malformed key */
export function checkLooks(proof: LooksProof, shown: ShownLooks): LooksVerdict {
  const { looks } = shown;
  const signed = openCheckpoint(proof.checkpoint ?? "", shown.verifierKeys);
  const proofs = new Map(proof.lines.map((line) => [line.leaf.id, line]));
  const erasures = proof.erasures.filter((erasure) => signed && isErasure(erasure, signed));
  const lines = new Map(
    looks.map((look) => {
      const verdict = checkLine(look, proofs.get(look.id), signed, shown);
      const isExcused = look.keptDays === null || isCovered(look, look.keptDays, erasures);
      return [look.id, verdict.ok && !isExcused ? UNPROVED_ERASURE : verdict];
    }),
  );
  const numbered = looks.flatMap(({ id }) => {
    const [verdict, place] = [lines.get(id), proofs.get(id)?.leaf.place];
    return verdict?.ok && verdict.seq !== null && place !== undefined
      ? [{ id, seq: verdict.seq, place }]
      : [];
  });
  numbered.sort((one, other) => other.place - one.place);
  for (const [at, { id, seq }] of numbered.entries()) {
    // Numbers rise with the places: one that stands twice, or out of order, was never given by a sealer.
    if (seq >= (numbered[at - 1]?.seq ?? Number.POSITIVE_INFINITY))
      lines.set(id, { ok: false, why: "number-wrong" });
  }
  return {
    lines,
    missing: findMissing(
      numbered.map(({ seq }) => seq),
      proof.last,
      looks.length < shown.max,
    ),
    isOutdated: proof.lines.some(({ leaf }) => !lines.has(leaf.id)),
  };
}

function checkLine(
  look: ShownLook,
  proof: ProvedLook | undefined,
  signed: Checkpoint | null,
  { personId }: ShownLooks,
): LookVerdict {
  if (!proof) return { ok: false, why: "no-proof" };
  if (!signed) return { ok: false, why: "note-unreadable" };
  const { leaf, opened } = proof;
  if (!isIncluded(proof, signed)) return { ok: false, why: "not-included" };
  const isAtPlace = look.place === null || look.place === leaf.place;
  const action = ACTIONS[look.what];
  const isItself =
    isAtPlace && leaf.subjectId === personId && leaf.at === look.at && leaf.action === action;
  if (!isItself || (opened && !isOpenedAs(look, opened, leaf.detail)))
    return { ok: false, why: "differs" };
  return { ok: true, seq: leaf.subjectSeq ?? null, hasReason: opened !== null };
}

type Proved = Pick<ProvedLook, "leaf" | "path">;

function isIncluded({ leaf, path }: Proved, { size, root }: Checkpoint): boolean {
  return verifyInclusion({
    leafIndex: leaf.place,
    treeSize: size,
    root,
    leafHash: hashLeaf(canonical(leaf)),
    proof: path.map((hash) => fromHex(hash) ?? new Uint8Array()),
  });
}

const UNPROVED_ERASURE: LookVerdict = { ok: false, why: "erasure-unproved" };

function isErasure(erasure: ProvedErasure, signed: Checkpoint): boolean {
  const { leaf, opened } = erasure;
  const isRetention = leaf.action === "retention.applied" && opened.detail.class === "audit";
  return isRetention && isIncluded(erasure, signed) && isCommitted(opened, leaf.detail);
}

/** Whether one of them was applied to what was said before a time behind this look. */
function isCovered(
  { at, reason }: ShownLook,
  days: number,
  erasures: readonly ProvedErasure[],
): boolean {
  const isOldFor = (leaf: ProvedErasure["leaf"]) =>
    Date.parse(at) <= Date.parse(leaf.at) - days * DAY_MS + CLOCK_TOLERANCE_MS;
  return (
    reason === null &&
    erasures.some(({ leaf, opened }) => opened.detail.days === days && isOldFor(leaf))
  );
}

function isCommitted({ detail, salt }: { detail: unknown; salt: string }, hash: string): boolean {
  return isSame(commitTo(detail, salt), fromHex(hash) ?? new Uint8Array());
}

function isOpenedAs(
  { reason, conversationId }: ShownLook,
  opened: NonNullable<ProvedLook["opened"]>,
  commitment: string,
): boolean {
  const { detail } = opened;
  const isOfConversation = conversationId === null || conversationId === detail.conversationId;
  return isCommitted(opened, commitment) && isOfConversation && reason === detail.reason;
}

/**
 * @param numbers the newest first
 * @param last the highest number that was given, where it is known
 * @param isWhole true where the first look should be among them
 */
function findMissing(
  numbers: readonly number[],
  last: number | null,
  isWhole: boolean,
): MissingLooks[] {
  const missing: MissingLooks[] = [];
  const note = (after: number, before: number | null, end: number) => {
    if (end - after > 1) missing.push({ count: end - after - 1, after, before });
  };
  if (last !== null) note(numbers[0] ?? 0, null, last + 1);
  for (const [at, seq] of numbers.entries()) {
    const next = numbers[at + 1];
    if (next !== undefined) note(next, seq, seq);
    else if (isWhole) note(0, seq, seq);
  }
  return missing;
}
