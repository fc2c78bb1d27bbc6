/** Refusals as providers and servers document them, or were seen to send them, over HTTP and as errors in a stream. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOpenAiClient } from "../connections/openai-client.ts";
import { json, startRawServer } from "../testing/start-raw-server.ts";
import { testConnection } from "../testing/test-client.ts";
import { type ModelFailure, toModelFailure, toStreamFailure } from "./model-failure.ts";

/** Whose refusal it is, what was said, and what is concluded. */
type Known = Pick<ModelFailure, "reason" | "repeat" | "retryAfterMs"> & {
  whose: string;
  status: number;
  headers?: Record<string, string>;
  /** Absent: it has none. */
  body?: unknown;
};

const KNOWN = readFileSync(join(import.meta.dirname, "real-refusals.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Known);

async function refuse({ status, headers, body }: Known): Promise<ModelFailure> {
  const server = await startRawServer(
    typeof body === "string" || body === undefined
      ? (response) => void response.writeHead(status, { ...headers }).end(body)
      : json(status, body, headers),
  );
  const openai = createOpenAiClient(testConnection(server.url));
  const sent = { model: "m", messages: [{ role: "user" as const, content: "hello" }] };
  const error = await openai.chat.completions.create(sent).catch((thrown: unknown) => thrown);
  await server.close();
  return toModelFailure(error);
}

it.each(KNOWN)("$whose: $status", async (known) => {
  const { reason, repeat, retryAfterMs } = known;
  expect(await refuse(known)).toMatchObject({ reason, repeat, retryAfterMs });
});

it.each([
  [{ message: "later", type: "rate_limit_error" }, "model-busy", "again"],
  [{ message: "Overloaded", type: "overloaded_error" }, "model-busy", "again"],
  [{ message: "too long", code: "context_length_exceeded" }, "request-too-long", "never"],
  [{ message: "API key not valid", status: "INVALID_ARGUMENT" }, "model-unauthorised", "never"],
  [{ message: "no", code: "invalid_api_key" }, "model-unauthorised", "never"],
  [{ message: "spent", code: "insufficient_quota" }, "model-no-credit", "never"],
  [{ message: "x", code: "tool_use_failed" }, "model-protocol", "once"],
  [{ message: "Loading model", code: 503 }, "model-unavailable", "when-loaded"],
  [{ message: "what is this", type: "invalid_request_error" }, "model-refused", "never"],
  [{ message: "gone" }, "model-unavailable", "again"],
  ["it broke", "model-unavailable", "again"],
] as const)("an error in a stream: %j", (error, reason, repeat) => {
  expect(toStreamFailure(error)).toMatchObject({ reason, repeat });
});
