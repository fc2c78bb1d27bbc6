import { describe, expect, it } from "vitest";
import { CODE_TOOL, converse, FILE_TOOL, replyTo, round, user } from "../testing/converse.ts";

const FILE = "Attachment: /api/attachments/0b8f3a52-6a53-4f0e-9f6f-3c6f0a1d2e3f/prices%20list.csv";
const CSV = "item,price\nlamp,12.50\nchair,40\ntable,97.5\n";
const LETTER = `# Delivery

We deliver within five days. Heavy parts take longer. Ask us about it. Nothing else matters.

Payment is due after thirty days.`;

const ask = (text: string) => replyTo([user(text)]);

describe("calculating", () => {
  it("writes Python for the tool that takes code, whatever it is called", () => {
    const [made] = ask("What is fibonacci(90)?").toolCalls;
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

  it("follows up from facts in a system message", () => {
    const facts = { role: "system", content: '[{"code":"# fibonacci(10)\\nn = 10"}]' };
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

describe("files", () => {
  const about = (question: string, content: string, result = (code: string) => code) =>
    converse([], `${question}\n\n${FILE}`, (made) =>
      made.name === FILE_TOOL.name ? content : result(JSON.parse(made.arguments).program),
    );

  it("are fetched by id, with whatever else the schema requires", () => {
    const [made] = about("Summarise this", LETTER).calls;
    expect(made?.name).toBe("reader");
    expect(JSON.parse(made?.arguments ?? "")).toEqual({
      attachment_id: "0b8f3a52-6a53-4f0e-9f6f-3c6f0a1d2e3f",
      mode: "plain",
    });
  });

  it.each([
    [
      "Summarise this",
      LETTER,
      "We deliver within five days. Heavy parts take longer. Ask us about it.",
    ],
    ["", LETTER, "We deliver within five days."],
    ["How many words does it have?", LETTER, "**23** words"],
    ["What does it say about payment?", LETTER, "> Payment is due after thirty days."],
    ["How many rows are there?", CSV, "**3** rows"],
    ["Which columns does it have?", CSV, "`item`, `price`"],
    ["What is this?", CSV, "a table with **3** rows and 2 columns"],
    ["How much is the chair?", CSV, "> chair,40"],
  ])("answer %j", (question, content, expected) => {
    expect(about(question, content).text).toContain(expected);
  });

  it("go on to Python where a column is to be computed", () => {
    const { text, calls } = about("What is the average price?", CSV, (code) =>
      code.includes("[12.50, 40, 97.5]") ? "50" : "wrong",
    );
    expect(calls.map((made) => made.name)).toEqual(["reader", "snake_box"]);
    expect(text).toBe("The average of `price` is **50**.");
  });

  it("are read side by side", () => {
    const two = `Summarise these\n\nAttachment: one.txt (id a1)\n\nAttachment: two.txt (id a2)`;
    const calls = replyTo([user(two)]).toolCalls;
    expect(calls.map((made) => JSON.parse(made.arguments).attachment_id)).toEqual(["a1", "a2"]);
  });

  it("of earlier messages are meant where this one speaks of a file", () => {
    const first = converse([], `Summarise this\n\n${FILE}`, () => LETTER);
    const second = converse(first.messages, "How many lines does the file have?", () => LETTER);
    expect(second.text).toContain("**3** lines");
  });

  it("that cannot be read are said to be unreadable, without the tool's words", () => {
    const { text, calls } = about("Summarise this", "Error: CANARY");
    expect(calls).toHaveLength(2);
    expect(text).toContain("could not read **prices list.csv**");
    expect(text).not.toContain("CANARY");
  });

  it("whose content comes along need no tool", () => {
    expect(ask(`Summarise this\n\n${FILE}\n${LETTER}`).text).toContain(
      "We deliver within five days.",
    );
  });

  it("do not get in the way of a calculation", () => {
    expect(ask(`17 * 23\n\n${FILE}`).toolCalls[0]?.name).toBe(CODE_TOOL.name);
  });
});

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
});
