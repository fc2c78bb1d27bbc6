/** Says that the application erased a detail, and under which row: who only owns the database can blank one and cannot say so. */
import { toHex } from "../bytes.ts";
import { macOf } from "./row-key.ts";

export type ErasedDetail = {
  /** Id of the row whose detail was erased. */
  id: string;
  /** Id of the row that records the erasure. */
  erasedBy: string;
  commitment: Uint8Array;
};

export const { sign: signErased, isSigned: isSignedErased } = macOf(
  "halfsilver erased detail",
  ({ id, erasedBy, commitment }: ErasedDetail) => [id, erasedBy, toHex(commitment)],
);
