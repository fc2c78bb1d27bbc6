import { expect, it } from "vitest";
import type { ChatRequest } from "../chat-request.ts";
import { nameConversation } from "./answer-chat.ts";

const request = (...contents: string[]) =>
  ({
    messages: contents.map((content, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content,
      toolCalls: [],
    })),
  }) as unknown as ChatRequest;

it.each([
  ["What is fibonacci(10)?", "Fibonacci(10)"],
  ["Please tell me about the lighthouses of Brittany, and more of it", "Lighthouses of Brittany"],
  ["What is 17 * 23?", "17 × 23"],
  ["calculate 12*3*4", "12 × 3 × 4"],
  ["I need a brief for a mobile app", "Brief for a mobile app"],
  ["I want to write a project brief for a new app", "Project brief for a new app"],
  ["How many people joined in the spring of last year?", "How many people joined"],
  ["```js\nlet x = 1;\n```", "Let x = 1;"],
  ["Hello", "Hello"],
])("%j is titled %j", (said, title) => {
  const asked = request(said, "An answer.", "Give this conversation a title.");
  expect(nameConversation(asked)?.text).toBe(title);
});

it("another request is none of it", () => {
  expect(nameConversation(request("Give me a title"))).toBeNull();
});
