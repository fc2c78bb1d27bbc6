/** Changes since the envelope of the hop above. */
"use client";
import { createPatch } from "rfc6902";
import { Chip } from "@/components/ui/chip.tsx";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { EnvelopeChange } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as text from "@/lib/messages/inspector-envelope.ts";
import { numberItems } from "../values/format-figures.ts";
import { meaningOf } from "../values/term.tsx";
import { EnvelopeName, EnvelopeValue } from "./envelope-parts.tsx";

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

export type NestedChange = {
  change: "added" | "changed" | "removed";
  /** RFC 6901, e.g. `/steps/0/id`. */
  path: string;
  before: unknown;
  after: unknown;
};

/**
 * Lists the changes inside a value, leaf by leaf. Pure.
 * Empty where one of the two is not an object or list: the whole value has changed.
 */
export function listNestedChanges(before: unknown, after: unknown): NestedChange[] {
  const isOneBranch = isBranch(before) && isBranch(after);
  if (!isOneBranch || Array.isArray(before) !== Array.isArray(after)) return [];
  // Each operation refers to the value as the operations before it left it.
  const current = structuredClone(before);
  return createPatch(before, after).flatMap((operation): NestedChange[] => {
    const { path } = operation;
    const place = placeOf(current, path);
    const was = valueAt(place.parent, place.name);
    if (operation.op === "add") {
      write(place, operation.value, 0);
      return [{ change: "added", path, before: undefined, after: operation.value }];
    }
    if (operation.op === "remove") {
      remove(place);
      return [{ change: "removed", path, before: was, after: undefined }];
    }
    if (operation.op !== "replace") return [];
    write(place, operation.value, 1);
    return [{ change: "changed", path, before: was, after: operation.value }];
  });
}

type Place = { parent: object; name: string };

/** No name is special: a hostile value may contain `__proto__` and `constructor`. */
function placeOf(root: object, path: string): Place {
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const name = names.pop() ?? "";
  return { parent: names.reduce((at, next) => valueAt(at, next) as object, root), name };
}

function valueAt(parent: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(parent, name)?.value;
}

/** @param replaced how many list elements to remove at that place */
function write({ parent, name }: Place, value: unknown, replaced: 0 | 1): void {
  if (Array.isArray(parent)) {
    parent.splice(name === "-" ? parent.length : Number(name), replaced, value);
    return;
  }
  const open = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(parent, name, { ...open, value });
}

function remove({ parent, name }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
