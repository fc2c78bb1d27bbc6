/** A receipt binds the text that a person was shown to the sealed run behind it. Pure. */
import * as z from "zod/mini";
import { fromHex, toHex } from "../bytes.ts";
import { canonical, commitTo } from "../canonical.ts";
import { openCheckpoint } from "../checkpoint.ts";
import { hashLeaf, verifyInclusion } from "../merkle.ts";
import { BundledLeaf } from "./bundle-line.ts";

const Receipt = z.strictObject({
  type: z.literal("receipt"),
  version: z.literal(1),
  /** What the person was shown, in Markdown as it was stored. */
  text: z.string(),
  /** Opens the commitment to the text in the leaf. */
  answerSalt: z.string(),
  /** The leaf of the row that ends the run. */
  leaf: BundledLeaf,
  /** From the leaf to the root that the checkpoint signs, hex. */
  proof: z.array(z.string()),
  checkpoint: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

export type ReceiptVerdict =
  /** `runId` is what an operator finds the run by. */
  | { ok: true; text: string; runId: string; at: string; place: number; size: number }
  | { ok: false; why: ReceiptFault };

export type ReceiptFault =
  | "receipt-unreadable"
  | "note-unreadable"
  | "text-changed"
  | "not-included";

/** The file: canonical JSON in one line. */
export function writeReceipt(receipt: Receipt): string {
  return `${new TextDecoder().decode(canonical(receipt))}\n`;
}

/** Whether a file is a receipt at all, by its type; it may still be a broken one. */
export function isReceipt(file: string): boolean {
  return /"type"\s*:\s*"receipt"/.test(file) && !file.startsWith('{"type":"bundle"');
}

/** @param file as it was downloaded @param verifierKeys of the deployment @throws Error that names a malformed key */
export function checkReceipt(file: string, verifierKeys: readonly string[]): ReceiptVerdict {
  const receipt = readReceipt(file);
  if (!receipt) return { ok: false, why: "receipt-unreadable" };
  const { leaf, text, answerSalt } = receipt;
  const checkpoint = openCheckpoint(receipt.checkpoint, verifierKeys);
  if (!checkpoint) return { ok: false, why: "note-unreadable" };
  if (leaf.answer !== toHex(commitTo(text, answerSalt))) return { ok: false, why: "text-changed" };
  const proof = receipt.proof.map((hash) => fromHex(hash) ?? new Uint8Array());
  const { place, at, runId } = leaf;
  const { size, root } = checkpoint;
  const leafHash = hashLeaf(canonical(leaf));
  const isIncluded = verifyInclusion({ leafIndex: place, treeSize: size, root, leafHash, proof });
  if (!isIncluded || runId === null) return { ok: false, why: "not-included" };
  return { ok: true, text, runId, at, place, size };
}

/** Only as it was written: then no byte of it can change unseen. */
function readReceipt(file: string): Receipt | null {
  try {
    const receipt = Receipt.parse(JSON.parse(file));
    return writeReceipt(receipt) === (file.endsWith("\n") ? file : `${file}\n`) ? receipt : null;
  } catch {
    return null;
  }
}
