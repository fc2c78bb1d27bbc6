import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../model-types.ts";
import { PYTHON_TOOL } from "../testing/test-client.ts";
import { adaptMessages } from "./adapt-messages.ts";
import { hasBrokenArguments } from "./repair-arguments.ts";

const call = (text: string): ModelMessage => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id: "c1", type: "function", function: { name: "run", arguments: text } }],
});
const TALK: ModelMessage[] = [
  { role: "system", content: "one" },
  { role: "user", content: "a" },
  { role: "system", content: "two" },
  { role: "user", content: "b" },
  call('{"x":1}'),
  { role: "tool", tool_call_id: "c1", content: "2" },
];

describe("messages", () => {
  it("stay as they are, and have content null beside tool calls where an empty text is refused", () => {
    expect(adaptMessages(TALK, [], [])).toEqual(TALK);
    expect(adaptMessages(TALK, [], ["null-content"])[4]).toHaveProperty("content", null);
  });

  it("have one system message, with all texts in their order", () => {
    const adapted = adaptMessages(TALK, [], ["one-system-message"]);
    expect(adapted[0]).toEqual({ role: "system", content: "one\n\ntwo" });
    expect(adapted.filter(({ role }) => role === "system")).toHaveLength(1);
  });

  it("alternate", () => {
    const roles = adaptMessages(TALK, [], ["one-system-message", "alternating-roles"]);
    expect(roles.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(roles[1]).toHaveProperty("content", "a\n\nb");
  });

  it("alternate after any adaptation, and no text is lost", () => {
    const messages = fc.array(
      fc.record({ role: fc.constantFrom("user", "assistant"), content: fc.string() }),
    );
    fc.assert(
      fc.property(messages, (given) => {
        const adapted = adaptMessages(given as ModelMessage[], [], ["alternating-roles"]);
        expect(adapted.some(({ role }, at) => role === adapted[at - 1]?.role)).toBe(false);
        const all = adapted.map(({ content }) => content).join("\n\n");
        expect(all).toBe(given.map(({ content }) => content).join("\n\n"));
      }),
    );
  });

  it("name the developer, or the person, where there is no system", () => {
    const [first] = adaptMessages(TALK, [], ["developer-role"]);
    expect(first).toEqual({ role: "developer", content: "one" });
    const [person] = adaptMessages(TALK, [], ["system-as-person"]);
    expect(person).toEqual({ role: "user", content: "one" });
  });

  it("send arguments back as JSON, whatever the model wrote", () => {
    for (const text of ["{", "", "[1]", "7"]) {
      const [adapted] = adaptMessages([call(text)], [], ["arguments-repaired"]);
      expect(hasBrokenArguments([call(text)])).toBe(true);
      expect(adapted && hasBrokenArguments([adapted])).toBe(false);
    }
    expect(hasBrokenArguments(TALK)).toBe(false);
  });

  it("leave tools out for a model without them, and say so", () => {
    const adapted = adaptMessages(TALK, [PYTHON_TOOL], ["no-tools"]);
    expect(adapted[0]?.content).toContain("No tools can be used now");
    expect(JSON.stringify(adapted)).not.toMatch(/"tool_calls"|"tool_call_id"|python_interpreter/);
    expect(adapted.at(-1)?.content).toContain('"content":"2"');
  });

  it("write tools as text for an agent that needs them", () => {
    const adapted = adaptMessages(TALK, [PYTHON_TOOL], ["tools-as-text"]);
    expect(adapted[0]?.content).toContain("python_interpreter");
    expect(adapted[4]?.content).toContain("<tool_call>");
    expect(adapted.at(-1)).toMatchObject({ role: "user" });
  });
});
