/** The accounts that the guide shows are what is told of the runs that it names. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REGISTRY } from "../../agents/registry.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { resumeAt, workOn } from "../../coordinator/testing/take-over.ts";
import { modelControl, newTalk } from "../../coordinator/testing/take-turns.ts";
import { openQuestion } from "../../coordinator/testing/talk-of-people.ts";
import { newTurn } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { projectEvent } from "../run/project-event.ts";
import { accessAs } from "../testing/access-as.ts";
import { toPayload } from "../to-payload.ts";
import { tellRun } from "./tell-run.ts";

process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();

const SUM = "calculate 4242 * 17";
const [, GUIDE = ""] = readFileSync("docs/guides/judge-a-run.md", "utf8").split("## Examples");

/** The sentences below one heading of the guide; what was written stands behind a colon, and is left out. */
function shownIn(heading: string): string[] {
  const [, section = ""] = GUIDE.split(`\n### ${heading}\n`);
  const quoted = section.split(/\n##/, 1)[0]?.match(/^> .*$/gm) ?? [];
  return quoted
    .map((line) => line.slice(2))
    .join(" ")
    .split(" · ");
}

function tell(bodies: readonly LogEventBody[], question: string): string[] {
  const left = new Set(
    bodies.flatMap((body) =>
      body.type === "policy.decided" && body.decision.outcome === "needs_approval"
        ? [body.hopRef]
        : [],
    ),
  );
  const access = accessAs("full");
  const events = bodies.map(({ type, ...payload }, index) => {
    const isLeft = "hopRef" in payload && left.has(String(payload.hopRef));
    return projectEvent(
      {
        seq: index + 1,
        publicSeq: null,
        at: new Date(0),
        visibility: "hidden",
        type,
        payload,
        left: isLeft,
      },
      access,
    );
  });
  const said = { nameOf: REGISTRY.nameOf, question: toPayload(question, access) };
  return tellRun(events, said).map(({ text }) => text);
}

/** Of the last of these messages. */
async function toldAfter(messages: readonly string[]): Promise<string[]> {
  const talk = await newTalk();
  let told: string[] = [];
  for (const said of messages) told = tell((await talk.say(said)).events, said);
  return told;
}

async function approve(): Promise<string[]> {
  const talk = await newTalk();
  for (const said of ["list users", "delete the first one"]) await talk.say(said);
  const { id, question } = await openQuestion(talk);
  const said = `Approve: ${question}`;
  return tell((await talk.say(said, { approval: { id, decision: "approved" } })).events, said);
}

async function inOtherWords(): Promise<string[]> {
  const talk = await newTalk();
  const first = await talk.say(SUM);
  await talk.say("now the same for 20");
  const said = "calculate 4242 * 18";
  return tell((await talk.edit(first, said)).events, said);
}

async function anew(): Promise<string[]> {
  const talk = await newTalk();
  await talk.say(SUM);
  return tell((await talk.retry()).events, SUM);
}

async function fail(): Promise<string[]> {
  const said = "hello, is this on?";
  await modelControl().queue({ scenario: "error-500", match: said, times: 4 });
  return toldAfter([said]);
}

/** A turn whose process ends in the middle of its first call. */
async function breakOff() {
  const begun = await createTurn((await newTalk()).actor, newTurn({ text: SUM }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId } = begun.turn;
  const { events } = await workOn(begun.turn, null);
  const call = events.findIndex(({ body }) => body.type === "tool.called");
  return { runId, recorded: events.slice(0, call + 1) };
}

const ended = (ending: "complete" | "stopped"): LogEventBody => ({
  type: "run.ended",
  ending,
  reason: null,
});

async function stop(): Promise<string[]> {
  const { recorded } = await breakOff();
  return tell([...recorded.map(({ body }) => body), ended("stopped")], SUM);
}

async function takeOver(): Promise<string[]> {
  const { runId, recorded } = await breakOff();
  const { log } = await resumeAt(runId, recorded);
  return tell([...log, ended("complete")], SUM);
}

const EXAMPLES: Record<string, () => Promise<string[]>> = {
  'Fibonacci for 10, then "now the same for 20"': () =>
    toldAfter(["calculate fibonacci(10)", "now the same for 20"]),
  'A list of people, then "delete the first one"': () =>
    toldAfter(["list users", "delete the first one"]),
  "The person approves": approve,
  "The weather, between two questions about people": () =>
    toldAfter(["list users", "What's the weather in Paris?"]),
  "The last turn of an intake": () =>
    toldAfter([
      "I need a brief for a mobile app for dog owners",
      "Help people find lost dogs in their neighbourhood",
      "It is for dog owners in big cities who have little time.",
      "It must use React Native and run on iOS and Android",
      "By the end of March 2027 at the latest, with a budget of 20,000 euros",
    ]),
  "A question in other words": inOtherWords,
  "An answer anew": anew,
  Stopped: stop,
  Failed: fail,
  "Taken over by another process": takeOver,
};

it("shows an account of each of these, and of no others", () => {
  expect([...GUIDE.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)).toEqual(
    Object.keys(EXAMPLES),
  );
});

it.each(Object.entries(EXAMPLES))("%s", async (heading, take) => {
  const told = await take();
  const shown = shownIn(heading);
  expect(shown.length).toBeGreaterThan(2);
  // In their order, and none that is not told.
  expect(told.filter((text) => shown.includes(text))).toEqual(shown);
});
