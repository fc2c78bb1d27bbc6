import { describe, expect, it } from "vitest";
import { converse, data, FILE_TOOL, replyTo, round, user } from "../testing/converse.ts";

describe("calculating", () => {
  it("writes Python for the tool that takes code, whatever it is called", () => {
    const [made] = replyTo([user("What is fibonacci(90)?")]).toolCalls;
    expect(made?.name).toBe("snake_box");
    expect(JSON.parse(made?.arguments ?? "").program).toMatch(/^# fibonacci\(90\)\nn = 90\n/);
  });

  it.each([
    "2880067194370816120",
    "2880067194370816120\n",
    '{"stdout": "2880067194370816120\\n", "error": null}',
    "stdout: 2880067194370816120",
  ])("phrases the result as an answer (%j)", (result) => {
    const { text, calls } = converse([], "What is fibonacci(90)?", () => result);
    expect(text).toBe("Fibonacci(90) is **2880067194370816120**.");
    expect(calls).toHaveLength(1);
  });

  it("asks for several calculations side by side", () => {
    const results = ["391", "55"];
    const { text, calls } = converse([], "17 * 23 and fibonacci(10)", () => results.shift() ?? "");
    expect(calls).toHaveLength(2);
    expect(text).toBe("- 17 × 23 = **391**\n- Fibonacci(10) is **55**.");
  });

  it("follows up from the earlier tool call, and only from that", () => {
    const first = converse([], "calculate fibonacci(10)", () => "55");
    const second = converse(first.messages, "now the same for 20", () => "6765");
    expect(second.text).toBe("Fibonacci(20) is **6765**.");
    const visible = [user("calculate fibonacci(10)"), { role: "assistant", content: "It is 55." }];
    expect(converse(visible, "now the same for 20", () => "6765").text).toContain(
      "earlier calculation",
    );
  });

  it("follows up from facts", () => {
    const facts = data('[{"code":"# fibonacci(10)\\nn = 10"}]');
    const reply = replyTo([facts, user("now the same for 20")]);
    expect(reply.toolCalls[0]?.arguments).toContain("# fibonacci(20)");
  });

  it("mends a failed call once, then says plainly that it did not work", () => {
    const results = ["Traceback (most recent call last):\nValueError: CANARY", "391"];
    const mended = converse([], "17 * 23", () => results.shift() ?? "");
    expect(mended.calls).toHaveLength(2);
    expect(mended.text).toBe("17 × 23 = **391**");
    const failed = converse([], "17 * 23", () => "Error: CANARY");
    expect(failed.calls).toHaveLength(2);
    expect(failed.text).toContain("did not work");
    expect(failed.text).not.toContain("CANARY");
  });

  it.each([
    "The arguments do not fit:\n✖ Invalid input\nMend them and call again.",
    "This took longer than 10 s and was ended. Try something smaller.",
    "Stopped: the code ran longer than 10 s. The interpreter was restarted.",
    "(Ran without output: print, or end with an expression.)",
    '  File "<cell 1>", line 2\nSyntaxError: invalid syntax',
  ])("knows a failure when it reads one (%j)", (content) => {
    const { calls, text } = converse([], "17 * 23", () => content);
    expect(calls).toHaveLength(2);
    expect(text).toContain("did not work");
  });

  it("mends a call whose arguments were malformed", () => {
    const broken = [{ name: "snake_box", arguments: '{"program": "print(1' }];
    const messages = [user("17 * 23"), ...round(broken, ["The arguments are not valid JSON."])];
    const reply = replyTo(messages);
    expect(JSON.parse(reply.toolCalls[0]?.arguments ?? "").program).toContain("# 17 * 23");
    messages.push(...round(reply.toolCalls, ["391"]));
    expect(replyTo(messages).text).toBe("17 × 23 = **391**");
  });

  it("says what is missing without a tool", () => {
    expect(replyTo([user("17 * 23")], [FILE_TOOL]).text).toContain("not available");
  });
});
