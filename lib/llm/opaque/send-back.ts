/**
 * Fits the messages of a prompt to one server: returns the opaque parts that this server needs back and no other server's, maps
 * call ids to a form that every server takes, and leaves out empty answers. Pure.
 */
import "server-only";
import { createHash } from "node:crypto";
import { parseAsWritten } from "../../contracts/json/exact-numbers.ts";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import { markData } from "../../contracts/model/marked-data.ts";
import { isRecord } from "../../contracts/read-json.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import type { AssistantMessage, ModelMessage } from "../model-types.ts";
import { type Parts, placeOf } from "./collect-parts.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Mistral takes no other id; all servers take this one. */
const OUR_ID = /^[A-Za-z0-9]{9}$/;

/**
 * An id for a call. Ids of servers may repeat, be too long for another server, or quote something.
 * @param of whose call it is: equal for the same call of a run that is gone through again, else different
 */
export function callIdOf(...of: readonly (string | number)[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(of)).digest().subarray(0, 9);
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** How many calls there were since the person's last message. */
export function countCalls(messages: readonly ModelMessage[]): number {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
  return turn.reduce((sum, message) => sum + callsOf(message).length, 0);
}

/** Whether an id is not of our form, or stands for two calls. */
export function hasOtherIds(messages: readonly ModelMessage[]): boolean {
  const ids = messages.flatMap((message) => callsOf(message).map(({ id }) => id));
  return new Set(ids).size < ids.length || ids.some((id) => !OUR_ID.test(id));
}

/** An answer without text and calls: strict servers refuse it. */
export function isEmptyAnswer(message: ModelMessage): boolean {
  if (message.role !== "assistant" || callsOf(message).length > 0) return false;
  const { content } = message;
  return typeof content === "string" ? content.trim() === "" : !content?.length;
}

/** @returns the place of the connection, where something in the prompt is its own */
export function placeIn(
  messages: readonly ModelMessage[],
  connection: Pick<ModelConnection, "baseUrl" | "model">,
): string | undefined {
  const own = messages.filter((message) => message.role === "assistant" && message.opaque);
  if (own.length === 0) return undefined;
  const place = placeOf(connection);
  return own.some((message) => "opaque" in message && message.opaque?.from === place)
    ? place
    : undefined;
}

/** Whether there are calls without parts of this place, in a prompt for a server that may need some. */
export function hasBareCalls(messages: readonly ModelMessage[], place?: string): boolean {
  return messages.some(
    (message) => callsOf(message).length > 0 && partsFor(message, place) === null,
  );
}

/** @param place of the server that gets the prompt, where something in the prompt is its own */
export function sendBack(
  given: readonly ModelMessage[],
  adaptations: readonly Adaptation[],
  place?: string,
  mark?: string,
): ModelMessage[] {
  const has = (adaptation: Adaptation) => adaptations.includes(adaptation);
  const messages = has("empty-left-out") ? given.filter((one) => !isEmptyAnswer(one)) : given;
  const turn = messages.findLastIndex(({ role }) => role === "user");
  const ids = assignIds(has("call-ids-mapped"));
  const sent: ModelMessage[] = [];
  /** The calls of a round that is told as text, by id. */
  let told: Map<string, Call["function"]> | null = null;
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const call = told?.get(message.tool_call_id);
      if (call) sent.push(tellCall(call, message.content, mark));
      else sent.push(ids.ofResult(message));
      continue;
    }
    told = null;
    if (message.role !== "assistant") {
      sent.push(message);
      continue;
    }
    const { opaque: _, ...plain } = message;
    const parts = partsFor(message, place);
    const isLost = message.opaque?.from === place && message.opaque?.parts === null;
    const isReturned = !has("parts-not-returned") && (index > turn || !has("parts-of-turn-only"));
    const back = isReturned ? parts : null;
    if (callsOf(message).length > 0 && (isLost || (!back && has("rounds-as-text")))) {
      told = new Map(callsOf(message).map((call) => [call.id, call.function]));
      if (!isEmptyAnswer({ ...plain, tool_calls: [] })) sent.push(withoutCalls(plain));
      continue;
    }
    sent.push(ids.ofCalls(plain, back ?? {}));
  }
  return sent;
}

type Call = { id: string; type: "function"; function: { name: string; arguments: string } };

function callsOf(message: ModelMessage): Call[] {
  if (message.role !== "assistant") return [];
  return (message.tool_calls ?? []).filter((call): call is Call => call.type === "function");
}

/** @returns the parts of a message that belong to this place; null where there are none */
function partsFor(message: ModelMessage, place: string | undefined): Parts | null {
  if (message.role !== "assistant" || place === undefined) return null;
  const { opaque } = message;
  if (!opaque || opaque.from !== place || opaque.parts === null) return null;
  const parts = parseAsWritten(opaque.parts);
  return isRecord(parts) ? parts : null;
}

/** Gives each call its id for the wire, and its result the same one. */
function assignIds(isMapped: boolean) {
  const sent = new Set<string>();
  let round = new Map<string, string>();
  const idOf = (id: string, meant: unknown): string => {
    const isMeant = typeof meant === "string" && !sent.has(meant);
    const isOurs = !isMapped || (OUR_ID.test(id) && !sent.has(id));
    const chosen = isMeant ? meant : isOurs ? id : callIdOf(id, sent.size);
    sent.add(chosen);
    round.set(id, chosen);
    return chosen;
  };
  return {
    /** The message with what its server gets back beside it. */
    ofCalls(message: AssistantMessage, { message: fields, calls = {} }: Parts): ModelMessage {
      round = new Map();
      if (!message.tool_calls) return { ...message, ...fields };
      const tool_calls = message.tool_calls.map((call) => {
        const { id: meant, function: inner, ...own } = calls[call.id] ?? {};
        const id = idOf(call.id, meant);
        if (call.type !== "function") return { ...call, id };
        const called = isRecord(inner) ? { ...call.function, ...inner } : call.function;
        return { ...call, id, function: called, ...own };
      });
      return { ...message, tool_calls, ...fields };
    },
    ofResult(message: Extract<ModelMessage, { role: "tool" }>): ModelMessage {
      const id = round.get(message.tool_call_id) ?? message.tool_call_id;
      return id === message.tool_call_id ? message : { ...message, tool_call_id: id };
    },
  };
}

function withoutCalls({ tool_calls: _, ...message }: AssistantMessage): ModelMessage {
  return message as ModelMessage;
}

/** What a call returned, where the call itself cannot be sent to this server. */
function tellCall(
  { name, arguments: text }: Call["function"],
  content: Extract<ModelMessage, { role: "tool" }>["content"],
  mark: string | undefined,
): ModelMessage {
  const result = JSON.stringify({ tool: name, arguments: text, result: content });
  const said = `What a call that you have made returned:\n${result}`;
  return { role: "user", content: mark === undefined ? said : markData(said, mark) };
}
