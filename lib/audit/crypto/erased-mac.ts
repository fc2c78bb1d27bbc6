/** Says that the application erased a detail, and under which row: who only owns the database can blank one and cannot say so. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { toHex } from "../bytes.ts";
import { keyOf, type RowKey } from "./row-mac.ts";

const DOMAIN = "halfsilver erased detail";

export type ErasedDetail = {
  /** Id of the row whose detail was erased. */
  id: string;
  /** Id of the row that records the erasure. */
  erasedBy: string;
  commitment: Uint8Array;
};

/** @returns as of a row: 36 bytes */
export function signErased(key: RowKey, { id, erasedBy, commitment }: ErasedDetail): Uint8Array {
  const text = JSON.stringify([DOMAIN, toHex(key.id), id, erasedBy, toHex(commitment)]);
  return Buffer.concat([key.id, createHmac("sha256", key.secret).update(text).digest()]);
}

export function isSignedErased(
  keys: readonly RowKey[],
  erased: ErasedDetail,
  mac: Uint8Array,
): boolean {
  const key = keyOf(keys, mac);
  if (!key) return false;
  const expected = signErased(key, erased);
  return expected.length === mac.length && timingSafeEqual(expected, mac);
}
