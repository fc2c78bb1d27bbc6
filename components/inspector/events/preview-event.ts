/** The first words of what an event carries, in one line. Pure. */
import type { InspectedBody, Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { isBranch } from "../values/tree/json-branch.ts";

const PREVIEW_CHARS = 240;

export function previewEvent(body: InspectedBody): string | null {
  switch (body.type) {
    case "tool.called":
      return preview(body.arguments);
    case "tool.returned":
      return preview(body.result);
    case "answer.delta":
    case "model.answered":
      return preview(body.text);
    case "run.noted":
      return preview(body.detail);
    case "route.chosen":
    case "plan.refused":
    case "context.refused":
      return preview(body.reason);
    case "plan.made":
      return preview(body.plan.reason);
    case "policy.decided":
      return preview(body.decision.reason);
    case "approval.requested":
      return preview(body.question);
    default:
      return null;
  }
}

function preview({ value, bytes, withheld }: Payload): string | null {
  if (bytes === 0 || withheld) return null;
  return toLine(value).replace(/\s+/g, " ").trim().slice(0, PREVIEW_CHARS);
}

/** An object by its fields, so that a text in it reads as it was written. */
function toLine(value: unknown): string {
  if (typeof value === "string") return value.slice(0, PREVIEW_CHARS * 2);
  if (!isBranch(value) || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${typeof field === "string" ? field : JSON.stringify(field)}`)
    .join(", ");
}
