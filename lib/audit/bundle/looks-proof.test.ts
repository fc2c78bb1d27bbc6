/** What a page of looks is told must fit what was signed; and numbers rise, one by one, with the places. */
import { describe, expect, it } from "vitest";
import { toHex } from "../bytes.ts";
import { writeCheckpoint } from "../checkpoint.ts";
import { hashEvent, type SealedEvent, toLeaf } from "../leaf.ts";
import { proveInclusion, rootOf } from "../merkle.ts";
import { createSigner } from "../sign-note.ts";
import { checkLooks, type LooksProof } from "./looks-proof.ts";

const SIGNER = createSigner("made/audit", Buffer.alloc(32, 1));
const OTHER = createSigner("made/audit", Buffer.alloc(32, 2));
const AT = "2026-01-02T03:04:05.678Z";
const DETAIL = { conversationId: "c", reason: "a complaint" };

/** @param numbers of the looks, by place */
function prove(numbers: readonly (number | undefined)[], signer = SIGNER) {
  const events = numbers.map(
    (subjectSeq, place): SealedEvent => ({
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
      ...(subjectSeq !== undefined && { subjectSeq }),
    }),
  );
  const hashes = events.map(hashEvent);
  const tree = { origin: signer.name, size: hashes.length, root: rootOf(hashes) };
  const proof: LooksProof = {
    checkpoint: signer.sign(writeCheckpoint(tree)),
    last: null,
    lines: events.map((event, place) => ({
      leaf: toLeaf(event),
      path: proveInclusion(hashes, place).map(toHex),
      opened: { detail: DETAIL, salt: `salt ${place}` },
    })),
  };
  const looks = events.map(({ id, place }) => ({
    id,
    place,
    at: AT,
    what: "payloads" as const,
    reason: DETAIL.reason,
    conversationId: null,
  }));
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
