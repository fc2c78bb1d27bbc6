import "server-only";
/** Decodes pasted headers like those of a hop. Nothing is stored. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { HEADER } from "../../agent-state/agent-state.ts";
import {
  decodeAgentStateHeader,
  extractAgentStateFromHeaders,
} from "../../agent-state/agent-state-headers.ts";
import type { DecodeAnswer } from "../../contracts/inspector/envelope/envelope-inspection.ts";
import { inspectEnvelope, readEnvelope } from "../envelope/inspect-envelope.ts";
import { parsePasted } from "./parse-pasted.ts";

/**
 * Unmasked for every operator: whoever pastes a text has it already, and the answer holds nothing else.
 * @throws AppError `forbidden`
 */
export function decodeHeaders(actor: Actor, text: string): DecodeAnswer {
  assertCan(actor, "state:inspect");
  const pasted = parsePasted(text);
  if (!pasted.ok) return pasted;
  const { form, headers, ignored } = pasted;
  const decode = () =>
    // A bare value has no headers beside it that could disagree with it.
    form === "value"
      ? decodeAgentStateHeader(headers[HEADER.state])
      : extractAgentStateFromHeaders(headers);
  const envelope = inspectEnvelope({
    headers,
    read: readEnvelope(decode, null),
    above: [],
    recorded: null,
    access: "full",
  });
  if (form !== "value") return { ok: true, form, ignoredLines: ignored, envelope };
  const why = "A signature is over four headers, and only one of them is here.";
  const signature = { recorded: null, now: "not-checked" as const, why };
  return { ok: true, form, ignoredLines: ignored, envelope: { ...envelope, signature } };
}
