/**
 * One real completion, made as a turn makes it: by the same client, streamed, with a system message and a tool. What came
 * is kept beside the result, so that a sentence can say it.
 */
import "server-only";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import { settings } from "../../env/settings.ts";
import { createBreaker } from "../breaker/connection-breaker.ts";
import { callConnection } from "../call-connection.ts";
import { capabilities, createCapabilityTable } from "../capability-table.ts";
import { type ModelConnection, secretsOf } from "../connections/model-connection.ts";
import { createOpenAiClient } from "../connections/openai-client.ts";
import { DONE_GRACE_MS, TRIED_ANSWER_MAX_BYTES } from "../limits.ts";
import type { ModelMessage, ModelResult } from "../model-types.ts";
import { TOOL } from "../probes/probe-list.ts";
import { causeOf, readReply, type ServerReply } from "./ask-server.ts";

/** A part of the request that was refused, after which it was sent without. */
type RefusedPart = { name: CapabilityName; status: number | null };

export type TriedTurn = {
  result: ModelResult;
  refused: readonly RefusedPart[];
  /** It was answered only without a stream: by which status the call with one failed; null where it was none. */
  withoutStream: { status: number | null } | null;
  /** The last answer, as far as it was read. */
  reply: ServerReply;
};

const MESSAGES: ModelMessage[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Say OK." },
];

/** Waits as long for a sign of life as a turn does. Never rejects. */
export async function tryTurn(
  connection: ModelConnection,
  signal: AbortSignal,
): Promise<TriedTurn> {
  const ended = new AbortController();
  let last: Promise<ServerReply> = Promise.resolve({ kind: "silent" });
  const keepingFetch: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      const copy = response.clone();
      last = readReply(copy, secretsOf(connection), TRIED_ANSWER_MAX_BYTES, ended.signal);
      return response;
    } catch (error) {
      if (!init?.signal?.aborted)
        last = Promise.resolve({ kind: "failed", ...causeOf(error, secretsOf(connection)) });
      throw error;
    }
  };
  const refused: RefusedPart[] = [];
  let status: number | null = null;
  const table = createCapabilityTable();
  table.load(connection, capabilities().of(connection));
  const request = { messages: MESSAGES, tools: [TOOL], signal };
  const { result } = await callConnection(
    request,
    {
      onRefusal: ({ missing, reply }) => {
        status = reply.status;
        if (missing) refused.push({ name: missing, status: reply.status });
      },
    },
    {
      connection,
      openai: createOpenAiClient(connection, keepingFetch),
      table,
      breaker: createBreaker(),
      maxAttempts: 1,
      silenceMs: settings().MODEL_FIRST_TOKEN_TIMEOUT_MS,
      others: [],
    },
  );
  const isUnstreamed =
    result.ok &&
    result.answer.sent.adaptations.includes("no-stream") &&
    table.can(connection, "streaming") &&
    refused.every(({ name }) => name !== "streaming");
  // The copy of an answer may be a moment behind it; one whose server keeps the connection open has no end.
  const grace = setTimeout(() => ended.abort(), DONE_GRACE_MS);
  const reply = await last;
  clearTimeout(grace);
  return { result, refused, withoutStream: isUnstreamed ? { status } : null, reply };
}
