/** The fields of an event. */
"use client";
import Link from "next/link";
import { InspectedEvent, Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import {
  type FieldKind,
  fieldsOf,
  isListKind,
  isPlainKind,
} from "@/lib/contracts/inspector/events/inspected-fields.ts";
import * as texts from "@/lib/messages/inspector-events.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice, LoadingLines } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { ManifestView } from "../model-calls/manifest-view.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { DecidedBlame } from "../trust/decided-blame.tsx";
import { formatFullMoment } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { JsonTree } from "../values/tree/json-tree.tsx";
import { isBranch } from "../values/tree/tree-rows.ts";
import { sizeWords, withheldWords } from "../values/withheld-value.tsx";

const SHOWN_APART = new Set(["manifest", "from"]);

/** The text of these fields is prose. */
const PROSE = new Set(["text", "reason", "question"]);

function EventFields({ runId, event }: EventDetailsProps) {
  const { body } = event;
  const kinds = new Map<string, FieldKind>(Object.entries(fieldsOf(body)));
  const fields = Object.entries(body).filter(([name]) => name !== "type");
  const plain = fields.filter(([, value]) => !isBranch(value));
  const large = fields.filter(([name, value]) => isBranch(value) && !SHOWN_APART.has(name));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {body.type === "model.called" && <ManifestView manifest={body.manifest} />}
      {body.type === "policy.decided" && (
        <DecidedBlame runId={runId} seq={event.seq} decided={body} />
      )}
      {large.map(([name, value]) => (
        <LargeField key={name} name={name} value={value} kind={kinds.get(name) ?? "open"} />
      ))}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        <PlainField name={texts.recorded()} value={formatFullMoment(event.at)} />
        <PlainField
          name={texts.sentToThePerson()}
          value={event.visibility === "public" ? texts.yes() : texts.no()}
        />
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
          <span className="text-faint">{texts.none()}</span>
        ) : name === "fromRunId" ? (
          <Link href={`/admin/runs/${value}`} prefetch={false} className={TEXT_LINK}>
            {String(value)}
          </Link>
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

/** A field's name as words. Pure. */
const NAMES: Record<string, string> = {
  hopRef: texts.hop(),
  parentRef: texts.parentHop(),
  nodeId: texts.node(),
  agentId: texts.agent(),
  callId: texts.call(),
  toolCallId: texts.toolCall(),
  toolCallIds: texts.toolCallsAskedFor(),
  argsSha256: texts.digestOfArguments(),
  beforeSha256: texts.digestBefore(),
  afterSha256: texts.digestAfter(),
  firstTokenMs: texts.firstTokenMs(),
  durationMs: texts.durationMs(),
  waitMs: texts.waitMs(),
  inputTokens: texts.tokensIn(),
  outputTokens: texts.tokensOut(),
  userMessageId: texts.message(),
};

/** `finishReason` reads "Finish reason". */
function fieldName(field: string): string {
  const known = NAMES[field];
  if (known) return known;
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Replaces withheld payloads with a few words. */
function openPayloads(value: unknown, kind: FieldKind): unknown {
  if (isPlainKind(kind) || typeof value !== "object" || value === null) return value;
  if (kind === "payload" || kind === "said") {
    const payload = Payload.parse(value);
    if (!payload.withheld) return payload.value;
    const digest = payload.sha256 ? `, ${payload.sha256.slice(0, 10)}` : "";
    return `⟨${withheldWords(payload)}: ${sizeWords(payload)}${digest}⟩`;
  }
  if (isListKind(kind))
    return Array.isArray(value) ? value.map((item) => openPayloads(item, kind[0])) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, openPayloads(field, kind[name] ?? "open")]),
  );
}

/** All fields of an event, with the payloads that were too large for the list. */
type EventDetailsProps = { runId: string; event: InspectedEvent };

export function EventDetails({ runId, event }: EventDetailsProps) {
  const whole = useWholeEvent(runId, event);
  if (whole.error) return <FailureNotice error={whole.error} onRetry={() => whole.refetch()} />;
  if (!whole.isReading) return <EventFields runId={runId} event={whole.event} />;
  return (
    <LoadingLines
      words={texts.readingWhatItCarries()}
      className="gap-3 py-2"
      lines={["w-1/2", "w-2/3"]}
    />
  );
}

/** @returns the event unchanged where none of its payloads is deferred */
function useWholeEvent(runId: string, event: InspectedEvent) {
  const isDeferred = holdsDeferred(event.body);
  const address = `/api/admin/runs/${runId}/events/${event.seq}`;
  const query = useInspected(inspectorKeys.event(runId, event.seq), InspectedEvent, address, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isDeferred,
  });
  return { event: query.data ?? event, isReading: isDeferred && query.isLoading, ...pick(query) };
}

function pick({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  return { error, refetch };
}

/** True where a payload at any depth is deferred. */
function holdsDeferred(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("withheld" in value && value.withheld === "deferred" && "bytes" in value) return true;
  return Object.values(value).some(holdsDeferred);
}
