/** Says that the application erased a detail, and under which row: who only owns the database can blank one and cannot say so. */
import { toHex } from "../bytes.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

const DOMAIN = "halfsilver erased detail";

export type ErasedDetail = {
  /** Id of the row whose detail was erased. */
  id: string;
  /** Id of the row that records the erasure. */
  erasedBy: string;
  commitment: Uint8Array;
};

export function signErased(key: RowKey, { id, erasedBy, commitment }: ErasedDetail): Buffer {
  return makeMac(key, JSON.stringify([DOMAIN, toHex(key.id), id, erasedBy, toHex(commitment)]));
}

export function isSignedErased(
  keys: readonly RowKey[],
  erased: ErasedDetail,
  mac: Uint8Array,
): boolean {
  return isMacOf(keys, mac, (key) => signErased(key, erased));
}
