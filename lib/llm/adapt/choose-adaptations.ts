/** Which changes a request needs so that its server takes it, by what is known of the server. */
import "server-only";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import type { ModelRequest } from "../model-types.ts";
import { hasBareCalls, hasOtherIds, isEmptyAnswer } from "../opaque/send-back.ts";
import { hasPicture } from "./pictures.ts";
import { hasBrokenArguments } from "./repair-arguments.ts";

type Can = (name: CapabilityName) => boolean;

/**
 * @param can whether the connection has a capability
 * @param place of the server, where something in the prompt is its own
 */
export function chooseAdaptations(request: ModelRequest, can: Can, place?: string): Adaptation[] {
  const chosen: Adaptation[] = [];
  const without = (name: CapabilityName, adaptation: Adaptation) => {
    if (!can(name)) chosen.push(adaptation);
  };
  without("streaming", "no-stream");
  without("usage-in-stream", "no-usage-in-stream");
  if (request.tools.length > 0 || request.messages.some(({ role }) => role === "tool")) {
    without("tools", request.needsTools ? "tools-as-text" : "no-tools");
    without("parallel-tools", "no-parallel-tools");
  }
  if (request.responseSchema) chosen.push(...schemaAdaptations(can));
  if (request.messages.some(({ role }) => role === "system")) {
    without("system-role", can("developer-role") ? "developer-role" : "system-as-person");
  }
  without("second-system-message", "one-system-message");
  without("same-role-turns", "alternating-roles");
  without("empty-content", "null-content");
  if (request.messages.some(hasPicture)) without("images", "images-as-text");
  if (hasBrokenArguments(request.messages)) chosen.push("arguments-repaired");
  if (hasOtherIds(request.messages)) chosen.push("call-ids-mapped");
  if (request.messages.some(isEmptyAnswer)) chosen.push("empty-left-out");
  if (place !== undefined) {
    if (can("returned-parts")) without("kept-parts", "parts-of-turn-only");
    else chosen.push("parts-not-returned");
  }
  const own = can("returned-parts") ? place : undefined;
  const isPartly = chosen.includes("parts-of-turn-only");
  if (isPartly || hasBareCalls(request.messages, own)) without("bare-calls", "rounds-as-text");
  return chosen;
}

/** The first form of structured output that the server takes: schema, object, forced tool call, text. */
function schemaAdaptations(can: Can): Adaptation[] {
  if (can("json-schema")) return can("strict-schema") ? [] : ["schema-not-strict"];
  if (can("json-object")) return ["schema-as-json-object"];
  if (can("tools") && can("forced-tool-call")) return ["schema-as-forced-tool"];
  return ["schema-in-prompt"];
}
