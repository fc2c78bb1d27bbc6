import { describe, expect, it } from "vitest";
import { Brief, checkBrief } from "../../agents/concierge/brief.ts";
import { intakeTools } from "../../agents/concierge/concierge-agent.ts";
import {
  CONCIERGE_CONTEXT,
  type ConciergeContext,
} from "../../agents/concierge/concierge-context.ts";
import { concierge } from "../../agents/concierge/descriptor.ts";
import { renderConciergeSections } from "../../agents/concierge/render-context.ts";
import { systemPromptOf } from "../../agents/system-prompt.ts";
import { applyDelta } from "../../context-state/apply-delta.ts";
import { toModelTools } from "../../tools/to-model-tool.ts";
import { data, replyTo, round, user } from "../testing/converse.ts";

process.env.DATABASE_URL ??= "postgres://localhost/none";
process.env.BETTER_AUTH_SECRET ??= "a secret of at least thirty-two characters";
process.env.OPENAI_BASE_URL ??= "http://127.0.0.1:9/v1";
const TOOLS = toModelTools(intakeTools({} as never)).map((made) => made.function);

/** One turn against the real rules: what is refused is refused. */
function turn(message: string, before: ConciergeContext) {
  let state = before;
  let brief: Brief | null = null;
  const refused: string[] = [];
  const messages = [
    { role: "system", content: systemPromptOf(concierge).text },
    data(renderConciergeSections(before)),
    user(message),
  ];
  for (;;) {
    const reply = replyTo(messages, TOOLS);
    const [made] = reply.toolCalls;
    if (!made) return { text: reply.text, state, brief, refused };
    const args = JSON.parse(made.arguments);
    let result = "The brief is written. The person finds it below your answer.";
    if (made.name === "write_brief") brief = Brief.parse(args);
    else {
      const applied = applyDelta(state, args.delta, {
        turnText: message,
        schema: CONCIERGE_CONTEXT,
      });
      if (applied.ok) state = applied.state;
      else refused.push(applied.detail);
      result = applied.ok
        ? JSON.stringify({ accepted: true, state })
        : `The delta was refused (${applied.reason}).`;
    }
    messages.push(...round([made], [result]));
  }
}

function talk(messages: readonly string[], state = CONCIERGE_CONTEXT.empty) {
  let last = turn(messages[0] ?? "", state);
  for (const message of messages.slice(1)) last = turn(message, last.state);
  return last;
}

const ANSWERS = [
  "Help people find lost dogs in their neighbourhood",
  "It is for dog owners in big cities who have little time.",
  "It must use React Native and run on iOS and Android",
  "By the end of March 2027 at the latest, with a budget of 20,000 euros",
];

describe("the intake", () => {
  it("asks one topic after the other and writes a brief that passes its check", () => {
    const first = turn("I need a brief for a mobile app for dog owners", CONCIERGE_CONTEXT.empty);
    expect(first.text).toBe("Gladly. What should the project achieve?");
    expect(first.state.intake_summary).toBe("Brief for a mobile app for dog owners");
    const questions = ["Who is it for?", "Where should it run?", "By when is it needed?"];
    let { state } = first;
    for (const [index, question] of questions.entries()) {
      const next = turn(ANSWERS[index] ?? "", state);
      expect(next).toMatchObject({ text: `Noted. ${question}`, refused: [], brief: null });
      state = next.state;
    }
    const end = turn(ANSWERS[3] ?? "", state);
    expect(end.text).toContain("The brief is ready");
    expect(end.state).toMatchObject({ ready_to_proceed: true, open_gaps: [] });
    expect(end.state.known_constraints).toEqual([
      "Must use React Native",
      "Budget of 20,000 euros",
    ]);
    expect(end.brief && checkBrief(end.brief, end.state)).toEqual([]);
    expect(end.brief?.title).toBe("Project brief: mobile app for dog owners");
  });

  it.each([
    ...ANSWERS,
    "Everyone",
    "teachers and pupils of primary schools in rural areas",
    "We want to reduce the time that our support team spends on answering the same questions over and over",
    "Small shops should sell their leftover food every evening instead of throwing it away",
    "A place where neighbours lend each other tools",
    "Track running shoes, hiking boots, football boots, sandals, slippers, clogs and every other shoe that people own, wear, mend, lend, sell, lose or give away over the years of a long life",
    "one two three four five six",
    "Менеджеры небольших магазинов, которые работают по вечерам",
    "为城市里没有时间的养狗人士设计的手机应用程序",
  ])("keeps an answer in other words, never refused: %s", (answer) => {
    const asked = { ...CONCIERGE_CONTEXT.empty, questions_asked: ["goal"] };
    const { state, refused } = turn(answer, asked);
    expect(refused).toEqual([]);
    expect(state.answers.goal?.length).toBeGreaterThan(3);
    expect(state.questions_asked).toEqual(["goal", "audience"]);
  });

  it("goes further from the words where a change was refused", () => {
    const messages = [
      { role: "system", content: systemPromptOf(concierge).text },
      data(renderConciergeSections({ ...CONCIERGE_CONTEXT.empty, questions_asked: ["goal"] })),
      user("It is to help the people of the city find a lost dog"),
    ];
    const first = replyTo(messages, TOOLS).toolCalls;
    messages.push(
      ...round(first, ["The delta was refused (verbatim). Send it once more, mended."]),
    );
    const second = replyTo(messages, TOOLS).toolCalls;
    expect(second).toHaveLength(1);
    expect(second[0]?.arguments).not.toBe(first[0]?.arguments);
    messages.push(...round(second, ["The delta was refused (verbatim)."]));
    expect(replyTo(messages, TOOLS).text).toBe("What should the project achieve?");
  });

  it("never asks again what was answered, by whomever", () => {
    const asked = {
      ...CONCIERGE_CONTEXT.empty,
      questions_asked: ["goal"],
      answers: { goal: "Corrected", audience: "Set by hand" },
    };
    const { text, state } = turn("the app runs in shops", asked);
    expect(text).toContain("Where should it run?");
    expect(state.questions_asked).toContain("platform");
    expect(turn("On tablets", state).state.answers.platform).toBe("On tablets");
  });

  it("takes what is undecided as such, and a correction later", () => {
    const asked = { ...CONCIERGE_CONTEXT.empty, questions_asked: ["goal"] };
    const undecided = turn("I don't know yet", asked);
    expect(undecided.state.answers.goal).toBe("Not decided yet");
    expect(undecided.state.open_gaps).toEqual(["goal not decided yet"]);
    const corrected = turn("Actually, the goal is fewer lost dogs", undecided.state);
    expect(corrected.state.answers).toEqual({ goal: "Fewer lost dogs" });
    expect(corrected.state.open_gaps).toEqual([]);
  });

  it.each(["thanks", "why do you ask?", "let's continue the brief"])(
    "takes no answer from %s",
    (message) => {
      const asked = { ...CONCIERGE_CONTEXT.empty, questions_asked: ["goal"] };
      const { text, state } = turn(message, asked);
      expect(state).toEqual(asked);
      expect(text).toContain("What should the project achieve?");
    },
  );

  it("writes the brief again after a correction, and not for thanks", () => {
    const { state } = talk(["I need a project brief", ...ANSWERS]);
    expect(turn("thanks!", state).brief).toBeNull();
    const again = turn("change the audience to cat owners", state);
    expect(again.brief?.audience).toBe("Cat owners");
  });
});

it("keeps a budget as a constraint, and not in the answer that it came with", () => {
  const asked = { ...CONCIERGE_CONTEXT.empty, questions_asked: ["timeline"] };
  const { state } = turn("By the end of March 2027, with a budget of 20,000 euros", asked);
  expect(state.answers.timeline).not.toContain("budget");
  expect(state.answers.timeline).toContain("March 2027");
  expect(state.known_constraints).toEqual(["Budget of 20,000 euros"]);
});

describe("another brief", () => {
  const first = talk(["I need a brief for a mobile app for dog owners", ...ANSWERS]);

  it.each([
    "I need a brief for a website for bakers",
    "Now another brief, please",
    "Let us start over",
  ])("begins anew, and keeps nothing of the first: %s", (message) => {
    const { state, text, refused } = turn(message, first.state);
    expect(refused).toEqual([]);
    expect(text).toBe("Gladly. What should the project achieve?");
    expect(state).toMatchObject({
      answers: {},
      known_constraints: [],
      questions_asked: ["goal"],
      ready_to_proceed: false,
    });
    expect(JSON.stringify(state)).not.toMatch(/dog|React/);
    const next = talk(
      [message, "Sell more bread in town", "Bakers", "The web", "May"],
      first.state,
    );
    expect(next.brief).toMatchObject({ goal: expect.stringContaining("bread"), timeline: "May" });
  });

  it("is the same one, written anew, where it is asked for again", () => {
    const again = turn("Please write the brief again with what I have corrected.", first.state);
    expect(again.brief?.goal).toBe(first.state.answers.goal);
  });

  it("does not begin by the word for the same one", () => {
    for (const message of ["write the brief again", "Actually, the timeline is May"]) {
      expect(turn(message, first.state).state.answers.goal).toBe(first.state.answers.goal);
    }
  });

  it("is not what a brief that is going on is answered with", () => {
    const going = turn("I need a brief for a mobile app", CONCIERGE_CONTEXT.empty);
    const { state } = turn("A brief for a new project overview page", going.state);
    expect(state.intake_summary).toBe(going.state.intake_summary);
  });
});
