"use client";
/** Everything that an event carries, field by field. */
import { type InspectedEvent, Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import {
  type FieldKind,
  INSPECTED_FIELDS,
} from "@/lib/contracts/inspector/events/inspected-fields.ts";
import { ManifestView } from "../model-calls/manifest-view.tsx";
import { PayloadView } from "../values/payload-view.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { isBranch } from "../values/tree/json-branch.ts";
import { JsonTree } from "../values/tree/json-tree.tsx";
import { fieldName } from "./field-name.ts";
import { openPayloads } from "./open-payloads.ts";

/** Text in these fields is prose. */
const PROSE = new Set(["text", "reason", "question"]);

export function EventFields({ event }: { event: InspectedEvent }) {
  const { body } = event;
  const kinds = new Map<string, FieldKind>(
    body.type === "unreadable"
      ? [["stored", "payload"]]
      : Object.entries(INSPECTED_FIELDS[body.type]),
  );
  const fields = Object.entries(body).filter(([name]) => name !== "type");
  const plain = fields.filter(([, value]) => !isBranch(value));
  const large = fields.filter(([name, value]) => isBranch(value) && name !== "manifest");
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {body.type === "model.called" && <ManifestView manifest={body.manifest} />}
      {large.map(([name, value]) => (
        <LargeField key={name} name={name} value={value} kind={kinds.get(name) ?? "open"} />
      ))}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        {plain.map(([name, value]) => (
          <PlainField key={name} name={name} value={value} />
        ))}
      </dl>
    </div>
  );
}

function PlainField({ name, value }: { name: string; value: unknown }) {
  return (
    <div className="contents">
      <dt className="text-faint">{fieldName(name)}</dt>
      <dd className="font-mono wrap-anywhere text-soft">
        {value === null ? (
          <span className="text-faint">none</span>
        ) : (
          <InertText text={String(value)} />
        )}
      </dd>
    </div>
  );
}

type LargeFieldProps = { name: string; value: unknown; kind: FieldKind };

function LargeField({ name, value, kind }: LargeFieldProps) {
  const payload = kind === "payload" || kind === "said" ? Payload.safeParse(value) : null;
  if (payload?.success) {
    return <PayloadView title={fieldName(name)} payload={payload.data} prose={PROSE.has(name)} />;
  }
  return (
    <figure>
      <figcaption className="flex h-7 items-center text-xs font-medium text-soft">
        {fieldName(name)}
      </figcaption>
      <div className="rounded-md border bg-canvas px-3 py-2">
        <JsonTree value={openPayloads(value, kind)} />
      </div>
    </figure>
  );
}
