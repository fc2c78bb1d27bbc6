/** Values with what was written in them where their payloads are, for a tree that shows them as one. Pure. */
import { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { type FieldKind, isListKind } from "@/lib/contracts/inspector/events/inspected-fields.ts";
import { formatBytes } from "../values/format-figures.ts";
import { withheldWords } from "../values/withheld-value.tsx";

/** Where a payload is kept back, a few words stand for it. */
export function openPayloads(value: unknown, kind: FieldKind): unknown {
  if (kind === "open" || typeof value !== "object" || value === null) return value;
  if (kind === "payload" || kind === "said") {
    const payload = Payload.parse(value);
    if (!payload.withheld) return payload.value;
    const digest = payload.sha256 ? `, ${payload.sha256.slice(0, 10)}` : "";
    return `⟨${withheldWords(payload)}: ${formatBytes(payload.bytes)}${digest}⟩`;
  }
  if (isListKind(kind))
    return Array.isArray(value) ? value.map((item) => openPayloads(item, kind[0])) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, openPayloads(field, kind[name] ?? "open")]),
  );
}
