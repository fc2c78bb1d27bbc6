import { describe, expect, it } from "vitest";
import { replyTo, round, user } from "../testing/converse.ts";

const ask = (text: string) => replyTo([user(text)]);

describe("other requests", () => {
  it.each([
    ["hi there!", "Hello!"],
    ["Thank you very much", "You are welcome."],
    ["who are you?", "demo model"],
    ["what can you do?", "fibonacci(90)"],
    ["colourless green ideas", "I did not understand that."],
    ["show me a python function for bubble sort", "```python\ndef bubble_sort"],
    ["write some javascript code for fibonacci", "```javascript\n"],
    ["write a function that folds napkins", "def solve"],
    ["show me a table", "| --- |"],
  ])("%s", (question, expected) => {
    const reply = ask(question);
    expect(reply.text).toContain(expected);
    expect(reply.toolCalls).toEqual([]);
  });

  it("gives a long answer about the topic", () => {
    const { text } = ask("write a long answer about lighthouses.");
    expect(text.split(/\s+/).length).toBeGreaterThan(400);
    expect(text).toMatch(/^## Lighthouses\n/);
  });

  it("counts, slowly where asked", () => {
    expect(ask("count to 200 slowly")).toMatchObject({ slowness: 4 });
    expect(ask("count from 3 to 6").text).toBe("3, 4, 5, 6");
  });

  it("ends a round of tools that it did not ask for without their words", () => {
    const made = [{ name: "snake_box", arguments: "{}" }];
    const { text } = replyTo([user("colourless green ideas"), ...round(made, ["CANARY"])]);
    expect(text).toBe("That is done.");
  });

  const ASKED =
    "Approve: This would change something: runs python code in a sandbox. Shall I go on?";

  it("leaves what was declined", () => {
    const { text, toolCalls } = ask(ASKED.replace("Approve", "Decline"));
    expect(toolCalls).toEqual([]);
    expect(text).toBe("As you decided, that was not done.");
  });

  it("says what an approved call came to, and that nobody knows where nobody does", () => {
    const made = [{ name: "snake_box", arguments: '{"code": "# 17 * 23\\nprint(17 * 23)"}' }];
    const said = (result: string) => replyTo([user(ASKED), ...round(made, [result])]).text;
    expect(said("391")).toBe("17 × 23 = **391**");
    expect(said("Traceback (most recent call last)")).toBe("I tried that, and it did not work.");
    expect(said("It is not known whether this call ran: …")).toMatch(/^I cannot tell whether/);
  });
});
