/**
 * Says that the application wrote an audit row: a MAC under a key that the database does not have. It covers every column
 * but the row's place, with the detail as its commitment, so that a detail can be erased and the MAC still holds.
 */
import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import { isSame, toHex } from "../bytes.ts";
import { canonical } from "../canonical.ts";
import { commitmentOf, type SealedEvent } from "../leaf.ts";
import { KEY_ID_BYTES } from "../limits.ts";

const DOMAIN = "halfsilver audit row";

export type RowKey = {
  /** Stands in the MAC: the first bytes of the key's SHA-256. */
  id: Uint8Array;
  secret: KeyObject;
};

/** What a MAC says of a row. */
export type RowFacts = Omit<SealedEvent, "place" | "mac" | "run">;

/** @param secret 32 bytes */
export function toRowKey(secret: Uint8Array): RowKey {
  const id = createHash("sha256").update(secret).digest().subarray(0, KEY_ID_BYTES);
  return { id, secret: createSecretKey(secret) };
}

/** @param id where other rows name it already @returns a new row: its id, its time and its salt are fixed here, and none of them by the database */
export function newSignedRow(
  key: RowKey,
  event: Omit<RowFacts, "id" | "at" | "detail">,
  detail: unknown,
  id: string = randomUUID(),
) {
  const facts = {
    ...event,
    id,
    at: new Date().toISOString(),
    detail: { value: detail, salt: randomUUID() as string },
  };
  return { facts, mac: signRow(key, facts) };
}

/** @returns 36 bytes: the key's id and HMAC-SHA-256 @throws Error where the detail has no canonical JSON */
export function signRow({ id, secret }: RowKey, facts: RowFacts): Uint8Array {
  const { detail, ...columns } = facts;
  const told = { domain: DOMAIN, key: toHex(id), ...columns, detail: toHex(commitmentOf(detail)) };
  return Buffer.concat([id, createHmac("sha256", secret).update(canonical(told)).digest()]);
}

/** @param keys the present key and earlier ones */
export function isSignedRow(keys: readonly RowKey[], facts: RowFacts, mac: Uint8Array): boolean {
  const key = keyOf(keys, mac);
  if (!key) return false;
  const expected = signRow(key, facts);
  return expected.length === mac.length && timingSafeEqual(expected, mac);
}

/** The key that a MAC names. */
export function keyOf(keys: readonly RowKey[], mac: Uint8Array): RowKey | undefined {
  return keys.find(({ id }) => isSame(id, mac.subarray(0, KEY_ID_BYTES)));
}
