/** Answers in shapes that no document has and that servers send all the same: each is read for what it says. */
import { expect, it } from "vitest";
import {
  DONE,
  event,
  FINISH,
  type RawAnswer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { choice, chunk, delta, take, typed, whole } from "../testing/strange-answers.ts";

const bytes = new TextEncoder().encode(textEvent("Grüße 🪞"));

it.each<[string, RawAnswer, string]>([
  [
    "a finish reason `null` as text with each delta",
    stream(delta({ content: "a" }, "null"), delta({ content: "b" }, "None"), FINISH, DONE),
    "ab",
  ],
  [
    "a finish reason with each delta",
    stream(textEvent("a", "stop"), textEvent("b", "stop"), DONE),
    "ab",
  ],
  ["a finish reason in capitals", stream(textEvent("ab", "STOP"), DONE), "ab"],
  [
    "a finish reason in the delta",
    stream(delta({ content: "ab", finish_reason: "stop" }), DONE),
    "ab",
  ],
  ["a finish reason that is a number", stream(delta({ content: "ab" }, 1), DONE), "ab"],
  ["the last chunk twice", stream(textEvent("ab"), FINISH, FINISH, DONE, DONE), "ab"],
  [
    "the whole message again at the end",
    stream(
      textEvent("a"),
      textEvent("b"),
      choice({ message: { content: "ab" }, finish_reason: "stop" }),
      DONE,
    ),
    "ab",
  ],
  [
    "messages in place of deltas",
    stream(
      choice({ message: { content: "ha" } }),
      choice({ message: { content: "ha" } }),
      FINISH,
      DONE,
    ),
    "haha",
  ],
  [
    "text after the end",
    stream(textEvent("ab"), FINISH, DONE, textEvent("never"), "trailing"),
    "ab",
  ],
  ["an end with a space behind it", stream(textEvent("ab"), "data: [DONE] \n\n"), "ab"],
  ["an end in quotation marks", stream(textEvent("ab"), 'data: "[DONE]"\n\n'), "ab"],
  [
    "data without a space",
    stream(textEvent("ab").replace("data: ", "data:"), "data:[DONE]\n\n"),
    "ab",
  ],
  ["a mark of the order of bytes", stream(`\uFEFF${textEvent("ab")}`, FINISH, DONE), "ab"],
  [
    "lines that end with CRLF",
    stream(
      ...[textEvent("a"), textEvent("b"), FINISH, DONE].map((piece) =>
        piece.replaceAll("\n", "\r\n"),
      ),
    ),
    "ab",
  ],
  [
    "characters cut between bytes",
    stream(bytes.slice(0, 52), bytes.slice(52, 60), bytes.slice(60), FINISH, DONE),
    "Grüße 🪞",
  ],
  [
    "a character cut between deltas",
    stream(textEvent("a\ud83e"), textEvent("\ude9eb"), FINISH, DONE),
    "a🪞b",
  ],
  ["half a character alone", stream(textEvent("a\ude9eb\ud83e"), FINISH, DONE), "a\ufffdb"],
  [
    "lines of JSON as JSON",
    typed(
      "application/x-ndjson",
      ...["a", "b"].map((one) => `${JSON.stringify(chunk(one))}\n`),
      `${JSON.stringify(chunk("", "stop"))}\n`,
    ),
    "ab",
  ],
  [
    "lines of JSON as events",
    stream(
      ...["a", "b"].map((one) => `${JSON.stringify(chunk(one))}\n`),
      `${JSON.stringify(chunk("", "stop"))}\n`,
    ),
    "ab",
  ],
  [
    "events that are called JSON",
    typed("application/json", textEvent("a"), textEvent("b"), FINISH, DONE),
    "ab",
  ],
  ["events without a type", typed(null, textEvent("ab"), FINISH, DONE), "ab"],
  ["events that are called text", typed("text/plain", textEvent("ab"), FINISH, DONE), "ab"],
  [
    "a list of chunks as JSON",
    typed("application/json", JSON.stringify([chunk("a"), chunk("b", "stop")])),
    "ab",
  ],
  ["a list of chunks in an event", stream(event([chunk("a"), chunk("b", "stop")]), DONE), "ab"],
  [
    "one piece behind blank lines",
    typed(
      "application/json",
      "\n\n  ",
      JSON.stringify({ choices: [{ message: { content: "ab" }, finish_reason: "stop" }] }),
    ),
    "ab",
  ],
  [
    "one piece that is called a stream",
    stream(JSON.stringify({ choices: [{ message: { content: "ab" }, finish_reason: "stop" }] })),
    "ab",
  ],
  ["one piece without a finish reason", whole({ content: "ab" }, { finish_reason: null }), "ab"],
  [
    "roles alone",
    stream(
      delta({ role: "assistant" }),
      delta({ role: "assistant", content: null }),
      textEvent("ab"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "nulls in all places",
    stream(
      choice({ delta: null, logprobs: null }, { usage: null, error: null }),
      delta({
        content: "ab",
        tool_calls: null,
        function_call: null,
        refusal: null,
        reasoning_content: null,
      }),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "an error without content",
    stream(event({ error: {}, choices: [{ delta: { content: "ab" } }] }), FINISH, DONE),
    "ab",
  ],
  [
    "choices that count from 1",
    stream(
      event({ choices: [{ index: 1, delta: { content: "ab" }, finish_reason: "stop" }] }),
      DONE,
    ),
    "ab",
  ],
  [
    "a second choice that nobody asked for",
    stream(
      event({
        choices: [
          { index: 1, delta: { content: "x" } },
          { index: 0, delta: { content: "a" } },
        ],
      }),
      event({ choices: [{ index: 1, delta: { content: "y" } }] }),
      textEvent("b"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "no choices, and empty ones",
    stream(
      event({}),
      event({ choices: [] }),
      event({ choices: null }),
      textEvent("ab"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "the text of the older protocol",
    stream(choice({ text: "a" }), choice({ text: "b", finish_reason: "stop" }), DONE),
    "ab",
  ],
  [
    "a delta that is text",
    stream(choice({ delta: "a" }), choice({ delta: "b" }), FINISH, DONE),
    "ab",
  ],
  [
    "content as parts",
    stream(
      delta({
        content: [
          { type: "text", text: "a" },
          { type: "output_text", text: "b" },
        ],
      }),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  ["content as one part", whole({ content: { type: "text", text: "ab" } }), "ab"],
  ["content as texts", whole({ content: ["a", "b"] }), "ab"],
  [
    "parts with a value",
    whole({ content: [{ type: "text", text: { value: "ab", annotations: [] } }] }),
    "ab",
  ],
  [
    "signs of life as events",
    stream(
      "event: ping\ndata: pong\n\n",
      "data: keep-alive\n\n",
      "event: heartbeat\ndata: {}\n\n",
      ": waiting\n\n",
      textEvent("ab"),
      FINISH,
      DONE,
    ),
    "ab",
  ],
  [
    "fields that nobody knows",
    stream("retry: 3\nid: 1\nfoo: bar\n", textEvent("ab"), FINISH, DONE),
    "ab",
  ],
])("text: %s", async (_, reply, text) => {
  const { result, answer } = await take(reply);
  expect(result.ok).toBe(true);
  expect(answer).toMatchObject({ text, toolCalls: [], shortfall: null });
});
