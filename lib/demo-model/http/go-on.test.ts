import { describe, expect, it } from "vitest";
import type { ChatRequest } from "../chat-request.ts";
import { say } from "../skill.ts";
import { readBeginning, restOf } from "./answer-chat.ts";

const GO_ON = "Your answer was cut off. Go on exactly where it ends.";
const asking = (...messages: { role: "user" | "assistant"; content: string }[]) =>
  ({
    messages: messages.map((message) =>
      message.role === "assistant" ? { ...message, toolCalls: [] } : message,
    ),
  }) as unknown as ChatRequest;

describe("a request for the rest of an answer", () => {
  const request = asking(
    { role: "user", content: "Count to 5" },
    { role: "assistant", content: "1, 2, " },
    { role: "user", content: GO_ON },
  );

  it("is read as the question, with what there is of the answer", () => {
    const { request: before, soFar } = readBeginning(request);
    expect(before.messages).toEqual([{ role: "user", content: "Count to 5" }]);
    expect(soFar).toBe("1, 2, ");
  });

  it("is answered with the rest, and with nothing where the answer would begin otherwise", () => {
    expect(restOf(say("1, 2, 3, 4, 5"), "1, 2").text).toBe(", 3, 4, 5");
    expect(restOf(say("One."), "1, 2").text).toBe("");
  });
});

it("another question is left as it is", () => {
  const request = asking({ role: "user", content: "Go on, tell me" });
  expect(readBeginning(request)).toEqual({ request, soFar: "" });
});
