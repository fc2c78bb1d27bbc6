/** What the views of an envelope have in common: a section with its heading, a value, a name. */
"use client";
import { type ReactNode, useId } from "react";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { Term, type TermName } from "../values/term.tsx";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { readJson, textOfValue } from "../values/text-of-value.ts";
import { JsonTree } from "../values/tree/json-tree.tsx";
import { isBranch } from "../values/tree/tree-rows.ts";
import { WithheldValue } from "../values/withheld-value.tsx";

type PartProps = { title: string; term?: TermName; aside?: ReactNode; children: ReactNode };

export function Part({ title, term, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 id={id} className="text-sm font-medium">
          {term ? <Term name={term}>{title}</Term> : title}
        </h3>
        {aside && <span className="text-xs text-faint">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** A value of an envelope as a tree or a text, or its size where it is masked. */
export function EnvelopeValue({ payload }: { payload: Payload }) {
  if (payload.withheld) return <WithheldValue payload={payload} />;
  // A value with a number that no double equals comes as its JSON.
  const value = readJson(payload.value);
  if (isBranch(value)) return <JsonTree value={value} />;
  if (value === "") return <span className="text-xs text-faint">{texts.emptyText()}</span>;
  return <FoldedText text={textOfValue(value)} mono className="text-code-text" />;
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
