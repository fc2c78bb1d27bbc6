import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "../bytes.ts";
import { sha256 } from "../crypto/node.ts";
import { isInSample, recomputeSample } from "./sample.ts";

const KEY = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("isInSample", () => {
  it("is HMAC-SHA256 as Node computes it, below the percent", () => {
    fc.assert(
      fc.property(KEY, fc.uuid(), fc.integer({ min: 1, max: 10_000 }), (key, runId, hundredths) => {
        const number = createHmac("sha256", key).update(runId).digest().readUInt32BE();
        const percent = hundredths / 100;
        expect(isInSample(key, runId, percent)).toBe(number < (percent / 100) * 2 ** 32);
      }),
      { numRuns: 300 },
    );
  });

  it("has all runs at 100 percent, and about its percent of many", () => {
    const key = sha256(Uint8Array.of(1));
    const ids = Array.from({ length: 20_000 }, (_, index) => `run ${index}`);
    expect(ids.every((id) => isInSample(key, id, 100))).toBe(true);
    const share = ids.filter((id) => isInSample(key, id, 5)).length / ids.length;
    expect(Math.abs(share - 0.05)).toBeLessThan(0.006);
  });
});

describe("recomputeSample", () => {
  const RULE = "11111111-1111-4111-8111-111111111111";
  const row = (action: string, detail: object, runId: string | null = null) => ({
    action,
    target: runId ? `run:${runId}` : `rule:${RULE}`,
    runId,
    detail,
  });
  const changed = (version: number, keySha256: string | null) =>
    row("review.rule-changed", { version, threshold: { percent: 20 }, keySha256 });

  it("has what ended in its time and nothing else, whatever the order and the key", () => {
    const ids = fc.uniqueArray(fc.uuid(), { maxLength: 30 });
    fc.assert(
      fc.property(KEY, ids, fc.nat(30), fc.nat(30), (key, runIds, one, other) => {
        const [from = 0, to = 0] = [one, other].toSorted((a, b) => a - b);
        const ended = runIds.map((runId) => row("run.ended", {}, runId));
        const rows = [
          ...ended.slice(0, from),
          changed(1, toHex(sha256(key))),
          ...ended.slice(from, to),
          row("review.rule-ended", { version: 1, key: toHex(key) }),
          changed(2, null),
          ...ended.slice(to),
        ];
        const verdict = recomputeSample(rows, RULE, 1);
        const meant = runIds.slice(from, to).filter((runId) => isInSample(key, runId, 20));
        expect(verdict).toEqual({ isKey: true, sampled: meant, queued: [] });
      }),
      { numRuns: 200 },
    );
  });

  it("tells another key than the one on record, and says nothing before it is disclosed", () => {
    const key = toHex(sha256(Uint8Array.of(2)));
    const rows = [
      changed(1, "00"),
      row("review.rule-ended", { version: 1, key }),
      changed(2, null),
    ];
    expect(recomputeSample(rows, RULE, 1)?.isKey).toBe(false);
    expect(recomputeSample(rows.slice(0, 1), RULE, 1)).toBeNull();
    expect(recomputeSample(rows, RULE, 2)).toBeNull();
  });
});
