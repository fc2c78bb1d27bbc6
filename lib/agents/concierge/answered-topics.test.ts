import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAskedAgain, leaveOutAskedAgain, withoutAnswered } from "./answered-topics.ts";
import { INTAKE_TOPICS } from "./topics.ts";

const GOAL = { goal: "Find dogs" };
const ALL = Object.fromEntries(INTAKE_TOPICS.map(({ key }) => [key, "said"]));

describe("findAskedAgain", () => {
  it.each([
    ["goal", "What should the project achieve?"],
    ["goal", "So, what should your project achieve, then?"],
    ["goal", "WHAT should the project achieve"],
    ["goal", "What is the goal?"],
    ["goal", "And what is your goal with it?"],
    ["audience", "Who is this for?"],
    ["audience", "Who is the audience?"],
    ["platform", "Where should it run, exactly?"],
    ["timeline", "And by when is it needed?"],
    ["timeline", "How is your timeline?"],
  ])("finds %s in: %s", (key, sentence) => {
    expect(findAskedAgain(sentence, ALL)).toBe(key);
    expect(findAskedAgain(sentence, {})).toBe(null);
  });

  it.each([
    "When should it run?",
    "Who pays for it?",
    "The goal is to find dogs.",
    "So you want to find dogs, is that right?",
    "What is it that keeps people from reaching this goal today, in your opinion?",
    "Is there anything that must not change?",
  ])("lets pass: %s", (sentence) => {
    expect(findAskedAgain(sentence, ALL)).toBe(null);
  });

  it("lets a question pass that names an open topic, too", () => {
    expect(findAskedAgain("What is the timeline for this goal?", GOAL)).toBe(null);
  });
});

describe("withoutAnswered", () => {
  it("leaves out what says that an answered topic is open", () => {
    const gaps = [
      "goal not known yet",
      "What should the project achieve?",
      "the budget",
      "audience",
    ];
    expect(withoutAnswered(gaps, GOAL)).toEqual(["the budget", "audience"]);
    expect(withoutAnswered(gaps, {})).toEqual(gaps);
    expect(withoutAnswered(gaps, { goal: "Not decided yet" })).toEqual(gaps);
  });
});

/** @param parts as they arrive */
function pass(parts: readonly string[], answers: Record<string, string>) {
  let text = "";
  const keys: string[] = [];
  const said = leaveOutAskedAgain(
    (part) => {
      text += part;
    },
    () => answers,
    (key) => keys.push(key),
  );
  for (const part of parts) said.write(part);
  said.end();
  return { text, keys, asksNothing: said.asksNothing() };
}

describe("leaveOutAskedAgain", () => {
  it("leaves out the question, and keeps what stands around it", () => {
    const text = "Thank you. What should the project achieve? It sounds good.";
    expect(pass([...text], GOAL)).toEqual({
      text: "Thank you. It sounds good.",
      keys: ["goal"],
      asksNothing: true,
    });
    expect(pass(["What is the goal?\n\nWho is it for?"], GOAL).asksNothing).toBe(false);
  });

  it("passes on every other text whole, however it arrives", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 20 }), (parts) => {
        expect(pass(parts, {}).text).toBe(parts.join(""));
      }),
    );
  });

  it("holds no more than a sentence, and no long one", () => {
    let text = "";
    const said = leaveOutAskedAgain(
      (part) => {
        text += part;
      },
      () => GOAL,
      () => undefined,
    );
    said.write("First. Sec");
    expect(text).toBe("First.");
    said.write("x".repeat(1_000));
    expect(text).toHaveLength("First. Sec".length + 1_000);
  });
});
