import { describe, expect, it } from "vitest";
import {
  CHART_TOOL,
  CODE_TOOL,
  converse,
  data,
  FILE_TOOL,
  replyTo,
  round,
  user,
  type WireMessage,
} from "../testing/converse.ts";
import {
  ECHO_TOOL,
  PAGE_TOOL,
  PASSAGE_TOOL,
  SEARCH_TOOL,
  SUM_TOOL,
} from "../testing/plan-tools.ts";

const TOOLS = [
  CODE_TOOL,
  CHART_TOOL,
  FILE_TOOL,
  SEARCH_TOOL,
  PAGE_TOOL,
  PASSAGE_TOOL,
  ECHO_TOOL,
  SUM_TOOL,
];
const ask = (question: string, earlier: WireMessage[] = []) =>
  replyTo([...earlier, user(question)], TOOLS);
const argumentsOf = (question: string) => {
  const [made] = ask(question).toolCalls;
  return [made?.name, JSON.parse(made?.arguments ?? "null")];
};

function answered(question: string, result: string) {
  const made = ask(question).toolCalls;
  return replyTo([user(question), ...round(made, [result])], TOOLS).text;
}

const FOUND = JSON.stringify({
  query: "weather Paris",
  results: [{ title: "Paris", url: "local:paris", snippet: "The weather in Paris is mild." }],
});

describe("looking things up", () => {
  it.each([
    ["What's the weather in Paris?", ["seeker", { words: "weather in Paris" }]],
    ["search the web for glass bridges", ["seeker", { words: "glass bridges" }]],
    ["Who was Marie Curie?", ["seeker", { words: "Marie Curie" }]],
    ["read https://example.com/a?b=c.", ["opener", { address: "https://example.com/a?b=c" }]],
    ["search my documents for delivery dates", ["passages", { query: "delivery dates" }]],
    ["which file mentions the warranty?", ["passages", { query: "the warranty" }]],
  ])("%s", (question, expected) => {
    expect(argumentsOf(question)).toEqual(expected);
  });

  it("answers from what was found, with its source", () => {
    expect(answered("What's the weather in Paris?", FOUND)).toBe(
      "The weather in Paris is mild.\n\nSource: Paris",
    );
    expect(answered("search for x", '{"query":"x","results":[]}')).toContain("found nothing");
    expect(answered("What's the weather in Oslo?", FOUND)).toBe(
      "I looked for “weather in Oslo” and found nothing about Oslo.",
    );
    expect(
      answered("read https://example.com/", "Title: Glass\nAddress: x\n\nGlass is made of sand."),
    ).toBe("**Glass** says:\n\n> Glass is made of sand.");
    const passages = JSON.stringify({ passages: [{ file: "a.txt", text: "Within five days." }] });
    expect(answered("search my files for delivery", passages)).toBe(
      "**a.txt** says:\n\n> Within five days.",
    );
  });

  it("tries twice, and says without the tool's words that it did not work", () => {
    const question = "What's the weather in Paris?";
    const first = ask(question).toolCalls;
    const failed = [user(question), ...round(first, ["The search did not work: CANARY"])];
    const second = replyTo(failed, TOOLS).toolCalls;
    expect(second).toEqual(first);
    const { text } = replyTo([...failed, ...round(second, ["CANARY again"])], TOOLS);
    expect(text).toContain("did not work");
    expect(text).not.toContain("CANARY");
  });

  it.each(["and in London?", "And in London?", "What about London?", "In London?", "Now London."])(
    "searches elsewhere on the follow-up %s",
    (followUp) => {
      const { messages } = converseWeather();
      expect(JSON.parse(ask(followUp, messages).toolCalls[0]?.arguments ?? "{}")).toEqual({
        words: "weather in London",
      });
    },
  );

  it("says what is missing without the tool", () => {
    expect(replyTo([user("What's the weather in Paris?")]).text).toContain("not available");
    expect(replyTo([user("Who was Marie Curie?")]).text).toContain("did not understand");
  });
});

function converseWeather() {
  const question = "What's the weather in Paris?";
  return {
    messages: [
      user(question),
      ...round(ask(question).toolCalls, [FOUND]),
      { role: "assistant", content: "Mild." },
    ],
  };
}

describe("foreign tools", () => {
  it.each([
    ["use the echo tool to say hello", ["mcp_everything_echo", { message: "hello" }]],
    ["add 2 and 3 with the sum tool", ["mcp_everything_get-sum", { a: 2, b: 3 }]],
    ["Add 2 and 3 with the everything tool", ["mcp_everything_get-sum", { a: 2, b: 3 }]],
    [
      'echo "good morning" with the echo tool',
      ["mcp_everything_echo", { message: "good morning" }],
    ],
  ])("%s", (question, expected) => {
    expect(argumentsOf(question)).toEqual(expected);
  });

  it("tell their result", () => {
    expect(answered("use the echo tool to say hello", "Echo: hello")).toBe("Echo: hello");
    expect(ask("add 2 and 3").toolCalls[0]?.name).not.toBe(SUM_TOOL.name);
  });
});

const TABLE =
  "There are 3:\n\n| Month | People |\n| --- | ---: |\n| 2025-01 | 2 |\n| 2025-02 | 4 |";
const KNOWN = data(`Known so far, from an earlier step:\n\n${TABLE}`);

describe("steps of a plan", () => {
  it("draw the figures of the step before", () => {
    const messages = [KNOWN, user("Chart how many joined each month.")];
    const made = replyTo(messages, TOOLS).toolCalls;
    expect(made[0]?.name).toBe(CHART_TOOL.name);
    expect(JSON.parse(made[0]?.arguments ?? "")).toEqual({
      type: "bar",
      title: "How many joined each month",
      labels: ["2025-01", "2025-02"],
      series: [{ name: "Count", values: [2, 4] }],
    });
    const { text } = replyTo([...messages, ...round(made, ["The chart is drawn."])], TOOLS);
    expect(text).toBe("The picture below is a chart of how many joined each month.");
    expect(replyTo(messages, []).text).toContain(`2025-02 ${"█".repeat(30)} 4`);
    expect(ask("chart the sales of last year").text).toContain("no figures");
  });

  it.each([
    "Chart that",
    "Draw a chart of it, please.",
    "plot these",
    "a bar chart of the table above",
  ])("%s: the newest table above", (question) => {
    const older = { role: "assistant", content: "| Year | Sold |\n| --- | --- |\n| 1999 | 3 |" };
    const newer = { role: "assistant", content: "| City | Rain |\n| --- | --- |\n| Bern | 12 |" };
    const [made] = ask(question, [user("a"), older, user("b"), newer]).toolCalls;
    const given = JSON.parse(made?.arguments ?? "null");
    expect(given).toMatchObject({ labels: ["Bern"], series: [{ values: [12] }] });
    expect(given.title ?? "").not.toMatch(/^(?:that|it|these)\b/i);
    const own = user(`${newer.content}\n\nThese are mine`);
    const [theirs] = ask(question, [older, own, { role: "assistant", content: "Well." }]).toolCalls;
    expect(JSON.parse(theirs?.arguments ?? "null")).toMatchObject({ labels: ["Bern"] });
    expect(ask(question).text).toContain("no figures");
  });

  it("are put together into one answer, each part once", () => {
    const system = {
      role: "system",
      content:
        "You write the answer to the person's message out of the results of the steps that were taken.",
    };
    const results = ["One.\n\nTwo.", "Two.\n\nThree."].map((text, index) =>
      data(`Result of step s${index + 1} (users):\n\n${text}`),
    );
    const messages = [
      system,
      user("list the users and chart how many joined each month"),
      ...results,
    ];
    expect(replyTo(messages, []).text).toBe("One.\n\nTwo.\n\nThree.");
  });
});

describe("strict memory", () => {
  it("goes on from facts, with their results", () => {
    const code = converse([], "calculate fibonacci(10)", () => "55").calls[0]?.arguments ?? "";
    const facts = [{ tool: CODE_TOOL.name, arguments: JSON.parse(code), result: 55 }];
    const content = `Facts from earlier results, oldest first:\n${JSON.stringify(facts)}`;
    const next = (question: string) => ask(question, [data(content)]).toolCalls[0]?.arguments;
    expect(next("now the same for 20")).toContain("# fibonacci(20)");
    expect(next("double it")).toContain("# 55 * 2");
  });
});
