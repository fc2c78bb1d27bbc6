/**
 * Real turns of every agent, checked on the requests that the model received: in command stand only prompts of this build, and
 * the person's words share no message with anybody else's.
 */

import { afterEach, describe, expect, it } from "vitest";
import { readMarked } from "../../contracts/model/marked-data.ts";
import { storePreferences } from "../../db/accounts/preferences.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { settings } from "../../env/settings.ts";
import { undated } from "../../prompt/dated-prompt.ts";
import type { Directory } from "../../ums/directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { umsAgent } from "../../ums/turn/ums-agent.ts";
import { registeredPrompts } from "../prompt-registry.ts";
import { newTalk, type TakenTurn } from "../testing/take-turns.ts";

process.env.SHARED_CONTEXT = "1";
provideUms();
const [firstPerson] = seedPeople();
if (!firstPerson) throw new Error("there are no seed people");

const WISH = "Answer like a zqsailor.";
const TALK = [
  "What is fibonacci(10)?",
  "now the same for 20",
  `find ${firstPerson.name}`,
  "list the users and chart how many joined each month",
  "I need a brief for a mobile app.",
  "Help people find lost dogs.",
  "calculate 17 * 23",
];

afterEach(() => {
  settings().MEMORY_POLICY = "declared";
});

async function ourPrompts(): Promise<ReadonlySet<string>> {
  const { systemPrompts } = await registeredPrompts();
  const ofService = umsAgent({} as Directory).systemPrompt;
  return new Set([...Object.values(systemPrompts).flat(), ofService]);
}

function checkPrompts({ prompts }: TakenTurn, text: string, ours: ReadonlySet<string>): void {
  for (const { messages } of prompts) {
    for (const { role, content } of messages) {
      if (role === "system") expect(ours).toContain(undated(content ?? ""));
      const parts = role === "user" ? readMarked(content ?? "") : [];
      const isMarked = parts.some(({ isData }) => isData);
      // A marked message holds its data and nothing else.
      if (isMarked) expect(parts).toHaveLength(1);
      if (isMarked) expect(content).not.toContain(text);
    }
  }
}

describe.each(["declared", "context-state"] as const)("with MEMORY_POLICY=%s", (policy) => {
  it("only our own prompts are in command, in every call of every agent", async () => {
    settings().MEMORY_POLICY = policy;
    const ours = await ourPrompts();
    const talk = await newTalk();
    await storePreferences(talk.actor, { instructions: WISH });
    const turns: TakenTurn[] = [];
    for (const text of TALK) {
      const turn = await talk.say(text);
      checkPrompts(turn, text, ours);
      turns.push(turn);
    }
    const sent = turns.flatMap(({ prompts }) => prompts);
    const all = sent.map(({ text }) => text).join();
    for (const head of ["## Context state", "## Known Facts", "Known so far", "Result of step"])
      expect(all).toContain(head);
    expect(all).toContain("Mentioned before");
    expect(all).toContain(WISH);
    expect(all.includes("Facts from earlier results")).toBe(policy === "context-state");
    const marks = turns.flatMap((turn) => turn.of("model.called").map(({ manifest }) => manifest));
    expect(new Set(marks.map(({ mark }) => mark)).size).toBe(marks.length);
  });
});
