/**
 * The random sample of a review rule, which anybody computes again: a run is in it where HMAC-SHA256 of its id (36 characters,
 * lower case) under the key of the rule's version, read as a number from its first 4 bytes, is below `percent` / 100 × 2³².
 * `review.rule-changed` has the SHA-256 of the key, and `review.rule-ended` the key itself. A version is in force until the
 * next one stands in the trail.
 */
import { sha256 } from "#crypto";
import { concat, fromHex, toHex, utf8 } from "../bytes.ts";
import { SHA256_BLOCK_BYTES } from "../limits.ts";

export function isInSample(key: Uint8Array, runId: string, percent: number): boolean {
  const mac = hmacSha256(key, utf8(runId));
  const number = new DataView(mac.buffer, mac.byteOffset).getUint32(0);
  return number < (percent / 100) * 2 ** 32;
}

/** RFC 2104. @param key at most a block */
function hmacSha256(key: Uint8Array, text: Uint8Array): Uint8Array {
  const padded = new Uint8Array(SHA256_BLOCK_BYTES);
  padded.set(key);
  const [inner, outer] = [0x36, 0x5c].map((pad) => padded.map((byte) => byte ^ pad));
  return sha256(concat(outer ?? padded, sha256(concat(inner ?? padded, text))));
}

/** A row of the trail, in the order of places. */
type Row = { action: string; target: string; runId: string | null; detail: unknown };

export type SampleVerdict = {
  /** Whether the key that was disclosed is the one whose digest was on record from the beginning. */
  isKey: boolean;
  /** Runs that ended while the version was in force and are in the sample. */
  sampled: string[];
  /** Runs that the version put into review, by the rows that say so. */
  queued: string[];
};

/**
 * Computes the sample of one version again from rows of the trail alone. `queued` lacks what was deleted before it was looked
 * at, and nothing else; it has nothing that is not in `sampled`.
 * @returns null where the version is not random, or its key is not disclosed yet
 */
export function recomputeSample(
  rows: Iterable<Row>,
  ruleId: string,
  version: number,
): SampleVerdict | null {
  const all = [...rows];
  const placeOf = (action: string, of: number) =>
    all.findIndex(
      (row) => row.action === action && row.target === `rule:${ruleId}` && has(row, "version", of),
    );
  const [from, end] = [version, version + 1].map((of) => placeOf("review.rule-changed", of));
  const begun = Object(all[from ?? -1]?.detail);
  const disclosed = Object(all[placeOf("review.rule-ended", version)]?.detail).key;
  const key = fromHex(String(disclosed));
  const percent = Number(Object(begun.threshold).percent);
  if (!disclosed || !key || !(percent > 0) || end === undefined || end < 0) return null;
  const ended = all.slice(from, end).filter(({ action }) => action === "run.ended");
  const queued = all.filter(
    (row) =>
      row.action === "review.queued" &&
      has(row, "ruleId", ruleId) &&
      has(row, "ruleVersion", version),
  );
  return {
    isKey: toHex(sha256(key)) === begun.keySha256,
    sampled: idsOf(ended).filter((runId) => isInSample(key, runId, percent)),
    queued: idsOf(queued),
  };
}

const has = ({ detail }: Row, name: string, value: unknown) => Object(detail)[name] === value;
const idsOf = (rows: readonly Row[]) => rows.flatMap(({ runId }) => runId ?? []);
