/** What a page of looks is told must fit what was signed; and numbers rise, one by one, with the places. */
import { describe, expect, it } from "vitest";
import { toHex } from "../bytes.ts";
import { commitTo } from "../canonical.ts";
import { writeCheckpoint } from "../checkpoint.ts";
import { hashEvent, type SealedEvent, toLeaf } from "../leaf.ts";
import { proveInclusion, rootOf } from "../merkle.ts";
import { createSigner } from "../sign-note.ts";
import { checkLooks, type LooksProof, type ShownLook } from "./looks-proof.ts";

const SIGNER = createSigner("made/audit", Buffer.alloc(32, 1));
const OTHER = createSigner("made/audit", Buffer.alloc(32, 2));
const AT = "2026-01-02T03:04:05.678Z";
const DETAIL = { conversationId: "c", reason: "a complaint" };

/** @param numbers of the looks, by place */
function prove(numbers: readonly (number | undefined)[], signer = SIGNER) {
  const events = numbers.map((subjectSeq, place) =>
    event(place, subjectSeq === undefined ? {} : { subjectSeq }),
  );
  return seal(events, signer);
}

/** A look, but for what is given. */
function event(place: number, given: Partial<SealedEvent>): SealedEvent {
  return {
    place,
    id: `look ${place}`,
    at: AT,
    actorId: "ada",
    action: "payloads.opened",
    target: "run:1",
    outcome: "allowed",
    subjectId: "robin",
    runId: null,
    detail: { value: DETAIL, salt: `salt ${place}` },
    mac: Uint8Array.of(1),
    ...given,
  };
}

function seal(events: readonly SealedEvent[], signer = SIGNER) {
  const hashes = events.map(hashEvent);
  const tree = { origin: signer.name, size: hashes.length, root: rootOf(hashes) };
  const proof: LooksProof = {
    checkpoint: signer.sign(writeCheckpoint(tree)),
    last: null,
    erasures: [],
    lines: events.map((event, place) => ({
      leaf: toLeaf(event),
      path: proveInclusion(hashes, place).map(toHex),
      opened: { detail: DETAIL, salt: `salt ${place}` },
    })),
  };
  const looks = events.map(
    ({ id, place }): ShownLook => ({
      id,
      place,
      at: AT,
      what: "payloads",
      reason: DETAIL.reason,
      keptDays: null,
      conversationId: null,
    }),
  );
  return { proof, looks };
}

function check(
  { proof, looks }: ReturnType<typeof prove>,
  { personId = "robin", max = 100 }: { personId?: string; max?: number } = {},
) {
  const verifierKeys = [SIGNER.verifierKey];
  const { lines, missing } = checkLooks(proof, { looks, personId, max, verifierKeys });
  const verdicts = looks.map(({ id }) => lines.get(id));
  return { verdicts, missing };
}

const whys = (verdicts: ReturnType<typeof check>["verdicts"]) =>
  verdicts.map((verdict) => (verdict?.ok === false ? verdict.why : (verdict?.seq ?? null)));

describe("the proof of a list of looks", () => {
  it("takes looks from before there were numbers as they are", () => {
    const { verdicts, missing } = check(prove([undefined, undefined, 1, 2]));
    expect(whys(verdicts)).toEqual([null, null, 1, 2]);
    expect(missing).toEqual([]);
  });

  it("names each gap, the newest first", () => {
    const made = prove([2, 3, 7]);
    const gaps = check({ ...made, proof: { ...made.proof, last: 9 } }).missing;
    expect(gaps).toEqual([
      { count: 2, after: 7, before: null },
      { count: 3, after: 3, before: 7 },
      { count: 1, after: 0, before: 2 },
    ]);
  });

  it("does not miss what a full page leaves out", () => {
    expect(check(prove([5, 6]), { max: 2 }).missing).toEqual([]);
  });

  it("does not take a number twice, or out of order", () => {
    expect(whys(check(prove([1, 2, 2])).verdicts)).toEqual([1, "number-wrong", 2]);
    expect(whys(check(prove([2, 1])).verdicts)).toEqual(["number-wrong", 1]);
  });

  it("takes a reason for erased by its age where a signed row covers that", () => {
    const look = event(0, { detail: { commitment: commitTo(DETAIL, "salt 0") } });
    const detail = { class: "audit", days: 30, rows: { audit_event: 1 } };
    const erased = (at: string, value: object = detail) => {
      const row = { at, action: "retention.applied", subjectId: null };
      const ruling = event(1, { ...row, detail: { value, salt: "salt 1" } });
      const made = seal([look, ruling]);
      const [line, erasure] = made.proof.lines;
      if (!line || !erasure) throw new Error("a line is missing");
      return {
        looks: made.looks.slice(0, 1).map((one) => ({ ...one, reason: null, keptDays: 30 })),
        proof: {
          ...made.proof,
          lines: [{ ...line, opened: null }],
          erasures: [{ ...erasure, opened: { detail, salt: "salt 1" } }],
        },
      };
    };
    const late = "2026-02-03T00:00:00.000Z";
    expect(whys(check(erased(late)).verdicts)).toEqual([null]);
    const unproved = ["erasure-unproved"];
    expect(whys(check(erased("2026-01-20T00:00:00.000Z")).verdicts)).toEqual(unproved);
    const another = { ...detail, class: "log" };
    expect(whys(check(erased(late, another)).verdicts)).toEqual(unproved);
    const none = erased(late);
    const without = { ...none, proof: { ...none.proof, erasures: [] } };
    expect(whys(check(without).verdicts)).toEqual(unproved);
  });

  it("takes nothing that another key signed, or that is about another person", () => {
    expect(whys(check(prove([1, 2], OTHER)).verdicts)).toEqual([
      "note-unreadable",
      "note-unreadable",
    ]);
    expect(whys(check(prove([1]), { personId: "somebody" }).verdicts)).toEqual(["differs"]);
    const made = prove([1]);
    const unsigned = { ...made, proof: { ...made.proof, checkpoint: null } };
    expect(whys(check(unsigned).verdicts)).toEqual(["note-unreadable"]);
  });
});
