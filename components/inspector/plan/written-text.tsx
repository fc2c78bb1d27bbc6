/** A paragraph of prose, or a note that it is masked. */
"use client";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { WithheldValue } from "../values/withheld-value.tsx";

export function WrittenText({ payload }: { payload: Payload }) {
  if (payload.bytes === 0) return null;
  if (payload.withheld) return <WithheldValue payload={payload} />;
  return <FoldedText text={String(payload.value)} className="text-xs text-soft" />;
}
