/** The first words of what an event carries, in one line. Pure. */
import type { InspectedBody, Payload } from "@/lib/contracts/inspected-event.ts";

const PREVIEW_CHARS = 240;

export function previewEvent(body: InspectedBody): string | null {
  switch (body.type) {
    case "tool.called":
      return preview(body.arguments);
    case "tool.returned":
      return preview(body.result);
    case "model.answered":
      return preview(body.text);
    case "run.noted":
      return preview(body.detail);
    case "route.chosen":
    case "plan.refused":
    case "context.refused":
      return preview(body.reason);
    case "approval.requested":
      return preview(body.question);
    default:
      return null;
  }
}

function preview({ value, bytes }: Payload): string | null {
  if (bytes === 0) return null;
  const text =
    typeof value === "string" ? value.slice(0, PREVIEW_CHARS * 2) : JSON.stringify(value);
  return text.replace(/\s+/g, " ").trim().slice(0, PREVIEW_CHARS);
}
