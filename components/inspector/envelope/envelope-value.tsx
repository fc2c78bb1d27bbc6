/** A value of an envelope as a tree or a text, or its size where it is masked. */
"use client";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { isBranch } from "../values/tree/json-branch.ts";
import { JsonTree } from "../values/tree/json-tree.tsx";
import { WithheldValue } from "../values/withheld-value.tsx";

export function EnvelopeValue({ payload }: { payload: Payload }) {
  if (payload.withheld) return <WithheldValue payload={payload} />;
  if (isBranch(payload.value)) return <JsonTree value={payload.value} />;
  if (payload.value === "") return <span className="text-xs text-faint">{texts.emptyText()}</span>;
  const text = typeof payload.value === "string" ? payload.value : JSON.stringify(payload.value);
  return <FoldedText text={text} mono className="text-code-text" />;
}

/** A variable's name, or a note that this operator may not read it. */
export function EnvelopeName({ name }: { name: string | null }) {
  if (name === null) return <span className="text-xs text-faint">{texts.nameMasked()}</span>;
  return (
    <span className="font-mono text-xs wrap-anywhere text-code-name">
      <InertText text={name} />
    </span>
  );
}
