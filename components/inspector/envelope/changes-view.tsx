/** Changes since the envelope of the hop above. */
"use client";

import { Chip } from "@/components/ui/chip.tsx";
import type { EnvelopeChange } from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as text from "@/lib/messages/inspector-envelope.ts";
import { numberItems } from "../values/number-items.ts";
import { meaningOf } from "../values/term.tsx";
import { EnvelopeName, EnvelopeValue } from "./envelope-value.tsx";
import { listNestedChanges, type NestedChange } from "./list-nested-changes.ts";

const LOOKS = {
  added: { word: text.added, sign: "+", tone: "good" },
  changed: { word: text.changed, sign: "~", tone: "warn" },
  removed: { word: text.removed, sign: "−", tone: "neutral" },
} as const;

export function ChangesView({ changes }: { changes: readonly EnvelopeChange[] }) {
  if (changes.length === 0) {
    return <p className="text-xs text-faint">{text.nothingChanged()}</p>;
  }
  return (
    <ul aria-label={text.changes()} className="divide-y rounded-md border bg-canvas">
      {numberItems(changes).map(({ ordinal, item }) => (
        <ChangeRow key={ordinal} change={item} />
      ))}
    </ul>
  );
}

function ChangeRow({
  change: { change, scope, name, before, after, foreign },
}: {
  change: EnvelopeChange;
}) {
  const nested = before && after ? nestedOf(before, after) : [];
  return (
    <li className="grid gap-1.5 px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <ChangeChip change={change} />
        <span className="text-xs text-faint">{scope ?? text.inTheEnvelope()}</span>
        <EnvelopeName name={name} />
        {foreign && (
          <Chip tone="danger" explanation={meaningOf("foreignWrite")}>
            {scope === null ? text.changedRunId() : text.foreignScope()}
          </Chip>
        )}
      </div>
      {nested.length > 0 ? (
        <ul className="grid gap-1.5 border-l pl-3">
          {nested.map((inner) => (
            <NestedRow key={`${inner.change}${inner.path}`} inner={inner} />
          ))}
        </ul>
      ) : (
        <Sides before={before} after={after} />
      )}
    </li>
  );
}

function ChangeChip({ change }: Pick<EnvelopeChange, "change">) {
  const { word, sign, tone } = LOOKS[change];
  return (
    <Chip tone={tone}>
      <span aria-hidden="true" className="font-mono font-bold">
        {sign}
      </span>
      {word()}
    </Chip>
  );
}

function NestedRow({ inner }: { inner: NestedChange }) {
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <ChangeChip change={inner.change} />
        <EnvelopeName name={inner.path} />
      </span>
      <Sides before={toPayload(inner.before)} after={toPayload(inner.after)} />
    </li>
  );
}

/** Before and after, one under the other. */
function Sides({ before, after }: { before: Payload | null; after: Payload | null }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {before && <Side word={text.before()} payload={before} />}
      {after && <Side word={text.after()} payload={after} />}
    </dl>
  );
}

function Side({ word, payload }: { word: string; payload: Payload }) {
  return (
    <>
      <dt className="text-faint">{word}</dt>
      <dd className="min-w-0">
        <EnvelopeValue payload={payload} />
      </dd>
    </>
  );
}

function nestedOf(before: Payload, after: Payload): NestedChange[] {
  if (before.withheld || after.withheld) return [];
  return listNestedChanges(before.value, after.value);
}

function toPayload(value: unknown): Payload | null {
  return value === undefined ? null : { bytes: 0, value };
}
