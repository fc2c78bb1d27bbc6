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
  /** What a reviewer found, where somebody judged the answer before the receipt was made: a row of its own. */
  verdict: z.optional(
    z.strictObject({
      leaf: BundledLeaf,
      detail: z.strictObject({ nth: z.int(), upheld: z.boolean() }),
      salt: z.string(),
      proof: z.array(z.string()),
      checkpoint: z.string(),
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

export type ReceiptVerdict =
  /** `runId` is what an operator finds the run by. */
  | ({ ok: true; text: string; runId: string; at: string; place: number; size: number } & Stated)
  | { ok: false; why: ReceiptFault };

/** What the trail says of the answer beside the receipt, which holds whatever this is. `broken`: it does not hold. */
type Stated = { verdict: { upheld: boolean; at: string; place: number } | "broken" | null };

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
  const { place, at, runId } = leaf;
  const { size } = checkpoint;
  if (!isIncluded(receipt, checkpoint) || runId === null) return { ok: false, why: "not-included" };
  const verdict = checkVerdict(receipt, verifierKeys);
  return { ok: true, text, runId, at, place, size, verdict };
}

type Checkpoint = NonNullable<ReturnType<typeof openCheckpoint>>;

function isIncluded(
  { leaf, proof }: Pick<Receipt, "leaf" | "proof">,
  { size, root }: Checkpoint,
): boolean {
  return verifyInclusion({
    leafIndex: leaf.place,
    treeSize: size,
    root,
    leafHash: hashLeaf(canonical(leaf)),
    proof: proof.map((hash) => fromHex(hash) ?? new Uint8Array()),
  });
}

function checkVerdict({ leaf, verdict }: Receipt, keys: readonly string[]): Stated["verdict"] {
  if (!verdict) return null;
  const { leaf: stated, detail, salt } = verdict;
  const checkpoint = openCheckpoint(verdict.checkpoint, keys);
  const holds =
    checkpoint !== null &&
    stated.action === "verdict.stated" &&
    stated.runId === leaf.runId &&
    stated.detail === toHex(commitTo(detail, salt)) &&
    isIncluded(verdict, checkpoint);
  return holds ? { upheld: detail.upheld, at: stated.at, place: stated.place } : "broken";
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
