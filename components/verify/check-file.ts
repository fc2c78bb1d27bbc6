/** Checks a file in the browser, as the program does in Node. */

import { checkReceipt, isReceipt, type ReceiptVerdict } from "@/lib/audit/bundle/receipt.ts";
import { BundleCheck, type BundleVerdict } from "@/lib/audit/bundle/verify-bundle.ts";
import { RECEIPT_START_BYTES } from "@/lib/audit/limits.ts";

export type Checked =
  | { kind: "receipt"; name: string; verdict: ReceiptVerdict }
  | { kind: "bundle"; name: string; verdict: BundleVerdict };

/** A page that is told less often would seem to stand still, more often would be slow. */
const TOLD_LINES = 2_000;

/** @throws where the file cannot be read */
export async function checkFile(
  file: File,
  keys: readonly string[],
  onProgress: (lines: number) => void,
): Promise<Checked> {
  const { name } = file;
  if (isReceipt(await file.slice(0, RECEIPT_START_BYTES).text()))
    return { kind: "receipt", name, verdict: checkReceipt(await file.text(), keys) };
  const check = new BundleCheck(keys);
  let count = 0;
  for await (const line of linesOf(file)) {
    check.read(line);
    count += 1;
    if (count % TOLD_LINES === 0) {
      onProgress(count);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { kind: "bundle", name, verdict: check.finish() };
}

async function* linesOf(file: File): AsyncGenerator<string, void> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (done) break;
  }
  if (rest !== "") yield rest;
}
