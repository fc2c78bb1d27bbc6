/** Proves what was sent for a model call, and shows the messages that its server got in another form. */
import "server-only";
import type { Payload } from "../../contracts/inspector/events/inspected-event.ts";
import type { CallInspection } from "../../contracts/inspector/run/call-inspection.ts";
import type { SentPrompt } from "../../contracts/model/adaptation.ts";
import type { ManifestSegment } from "../../contracts/run/prompt-manifest.ts";
import { adaptMessages } from "../../llm/adapt/adapt-messages.ts";
import { digestPrompt } from "../../llm/adapt/digest-prompt.ts";
import { repairArguments } from "../../llm/adapt/repair-arguments.ts";
import type { ModelMessage, ModelTool } from "../../llm/model-types.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";
import type { Rebuilt } from "./rebuild-segment.ts";

type Proved = SentPrompt & {
  proof: NonNullable<CallInspection["sent"]>["proof"];
  /** The messages as they were sent; null where they are those of the segments, and where nothing is proved. */
  changed: ModelMessage[] | null;
  /** Arguments that were no JSON object, as the model wrote them and as they were sent back. */
  repaired: { toolCallId: string; written: string; sent: string }[];
};

/**
 * The rebuilt segments, adapted as the log says, must have the recorded digest: then they are what was sent. Pure.
 * @param rebuilt of each segment, in order
 */
export function proveSent(
  sent: SentPrompt | undefined,
  segments: readonly ManifestSegment[],
  rebuilt: readonly Rebuilt[],
): Proved | null {
  if (!sent) return null;
  const { connection, adaptations, sha256 } = sent;
  const known = { connection, adaptations, sha256, changed: null, repaired: [] };
  const messages: ModelMessage[] = [];
  const tools: ModelTool[] = [];
  for (const [index, segment] of rebuilt.entries()) {
    if (!segment.ok) return { ...known, proof: "not-rebuilt" };
    // An exact segment has the bytes that were sent, so it has their shape.
    if (segments[index]?.kind === "tool-schemas") tools.push(...(segment.content as ModelTool[]));
    else messages.push(...(segment.content as ModelMessage[]));
  }
  if (digestPrompt(messages, tools, adaptations) !== sha256) return { ...known, proof: "differs" };
  const adapted = adaptMessages(messages, tools, adaptations);
  const isSame = JSON.stringify(adapted) === JSON.stringify(messages);
  const repaired = adaptations.includes("arguments-repaired") ? listRepaired(messages) : [];
  return { ...known, proof: "exact", changed: isSame ? null : adapted, repaired };
}

function listRepaired(messages: readonly ModelMessage[]): Proved["repaired"] {
  return messages.flatMap((message) => {
    const sent = callsOf(repairArguments(message));
    return callsOf(message).flatMap(({ id, text }, index) => {
      const after = sent[index]?.text ?? text;
      return after === text ? [] : [{ toolCallId: id, written: text, sent: after }];
    });
  });
}

function callsOf(message: ModelMessage): { id: string; text: string }[] {
  if (message.role !== "assistant") return [];
  return (message.tool_calls ?? []).flatMap((call) =>
    call.type === "function" ? [{ id: call.id, text: call.function.arguments }] : [],
  );
}

/** @param shorten leaves out what is too large for the first answer */
export function showSent(
  proved: Proved | null,
  access: PayloadAccess,
  shorten: (payload: Payload) => Payload,
): CallInspection["sent"] {
  if (!proved) return null;
  const { connection, adaptations, sha256, proof } = proved;
  const messages = sentMessages(proved, access);
  return {
    connection,
    adaptations,
    sha256,
    proof,
    messages: messages && shorten(messages),
    repaired: proved.repaired.map(({ toolCallId, written, sent }) => ({
      toolCallId,
      written: toPayload(written, access),
      sent: toPayload(sent, access),
    })),
  };
}

/** The JSON text of the messages that were sent, byte for byte, but for pictures, whose bytes were proved before. */
export function sentMessages(proved: Proved | null, access: PayloadAccess): Payload | null {
  if (!proved?.changed) return null;
  return toPayload(JSON.stringify(proved.changed.map(withoutBytes)), access);
}

/** A picture's address instead of its bytes, which were proved before. */
export function withoutBytes(message: unknown): unknown {
  const content = Object(message).content;
  if (!Array.isArray(content)) return message;
  const parts = content.map((part) => {
    const url: unknown = Object(Object(part).image_url).url;
    const isData = typeof url === "string" && url.startsWith("data:");
    return isData
      ? { ...part, image_url: { url: `${url.split(",")[0]}, ${url.length} characters` } }
      : part;
  });
  return { ...Object(message), content: parts };
}
