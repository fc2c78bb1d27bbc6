/**
 * A key that the database does not have, and the MACs under it: 36 bytes, the key's id and HMAC-SHA-256 of a text. What the
 * text says begins with a domain and the key's id.
 */
import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { isSame, toHex } from "../bytes.ts";
import { KEY_ID_BYTES } from "../limits.ts";

export type RowKey = {
  /** Stands in the MAC: the first bytes of the key's SHA-256. */
  id: Uint8Array;
  secret: KeyObject;
};

/** @param secret 32 bytes */
export function toRowKey(secret: Uint8Array): RowKey {
  const id = createHash("sha256").update(secret).digest().subarray(0, KEY_ID_BYTES);
  return { id, secret: createSecretKey(secret) };
}

export function makeMac({ id, secret }: RowKey, text: string | Uint8Array): Buffer {
  return Buffer.concat([id, createHmac("sha256", secret).update(text).digest()]);
}

/**
 * @param keys the present key and earlier ones
 * @param sign makes the MAC anew, under the key that `mac` names
 */
export function isMacOf(
  keys: readonly RowKey[],
  mac: Uint8Array,
  sign: (key: RowKey) => Uint8Array,
): boolean {
  const key = keys.find(({ id }) => isSame(id, mac.subarray(0, KEY_ID_BYTES)));
  if (!key) return false;
  const expected = sign(key);
  return expected.length === mac.length && timingSafeEqual(expected, mac);
}

/**
 * A kind of MAC.
 * @param domain told apart from every other kind by it
 * @param factsOf what it says, in order
 */
export function macOf<Facts>(domain: string, factsOf: (facts: Facts) => readonly unknown[]) {
  const sign = (key: RowKey, facts: Facts): Buffer =>
    makeMac(key, JSON.stringify([domain, toHex(key.id), ...factsOf(facts)]));
  const isSigned = (keys: readonly RowKey[], facts: Facts, mac: Uint8Array): boolean =>
    isMacOf(keys, mac, (key) => sign(key, facts));
  return { sign, isSigned };
}
