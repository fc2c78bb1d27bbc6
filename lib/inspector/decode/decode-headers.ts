import "server-only";
/** Decodes pasted headers like those of a hop, and stores nothing. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { HEADER } from "../../agent-state/agent-state.ts";
import {
  decodeAgentStateHeader,
  extractAgentStateFromHeaders,
} from "../../agent-state/agent-state-headers.ts";
import type { DecodeAnswer } from "../../contracts/inspector/envelope/envelope-inspection.ts";
import * as texts from "../../messages/inspector-findings.ts";
import { inspectEnvelope, readEnvelope } from "../envelope/inspect-envelope.ts";
import { parsePasted } from "./parse-pasted.ts";

/**
 * Not masked for any operator: the caller already has the text, and the result contains nothing else.
 * @throws AppError `forbidden`
 */
export function decodeHeaders(actor: Actor, text: string): DecodeAnswer {
  assertCan(actor, "state:inspect");
  const pasted = parsePasted(text);
  if (!pasted.ok) return pasted;
  const { form, headers, ignored } = pasted;
  const decode = () =>
    // A bare value has no other headers that could contradict it.
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
  const why = texts.oneHeaderCannotBeChecked();
  const signature = { recorded: null, now: "not-checked" as const, why };
  return { ok: true, form, ignoredLines: ignored, envelope: { ...envelope, signature } };
}
