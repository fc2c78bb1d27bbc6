/**
 * One conversation with three branches from one point. Each teaches something of its own to all three agents; then each is
 * asked, in turn. Checked on every request that the model received: of the planner, the agents, the service, the composer.
 */
import { expect, it } from "vitest";
import { ConversationTree } from "../../contracts/inspector/run/conversation-tree.ts";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { checkContextChain } from "../../inspector/context/check-context-chain.ts";
import { inspectSteps } from "../../inspector/context/inspect-steps.ts";
import { inspectTimelines } from "../../inspector/context/inspect-timelines.ts";
import { inspectConversationTree } from "../../inspector/run/inspect-conversation.ts";
import { readFreely } from "../../inspector/testing/read-freely.ts";
import { separatePython } from "../../tools/testing/share-python.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

provideUms();
readFreely();
separatePython();

/** What only one branch learns: in a message, a Python variable, a message to the service, an answer of an intake. */
const BRANCHES = [
  { harvest: "kumquat", toService: "Marigold", project: "sailors", goal: "harbour" },
  { harvest: "quince", toService: "Periwinkle", project: "bakers", goal: "sourdough" },
  { harvest: "medlar", toService: "Zinnia", project: "climbers", goal: "granite" },
] as const;
type Words = (typeof BRANCHES)[number];

const python = (code: string) => `Run this Python:\n\`\`\`python\n${code}\n\`\`\``;
/** The result of a tool, which no message has: the value turned round. */
const turned = ({ harvest }: Words) => [...harvest].toReversed().join("");
const wordsOf = (words: Words) => [...Object.values(words), turned(words)];

async function teach(talk: Talk, first: TakenTurn, words: Words): Promise<TakenTurn[]> {
  return [
    first,
    await talk.say(`List users. ${words.toService}.`),
    await talk.say(`I need a brief for a mobile app for ${words.project}`),
    await talk.say(`Help people find a ${words.goal}`),
  ];
}

/** Asks every agent, and both of two at once, so that the coordinator composes. */
async function ask(
  talk: Talk,
): Promise<Record<"general" | "users" | "concierge" | "both", TakenTurn>> {
  return {
    concierge: await talk.say("People in big cities"),
    users: await talk.say("List users. Once more."),
    // A question: the intake is still open, and only a request leaves it.
    general: await talk.say(`${python("print(harvest + harvest)")}\nWhat does it print?`),
    both: await talk.say("list users, and calculate 17 * 23"),
  };
}

const sentIn = (turns: readonly TakenTurn[]) =>
  turns.flatMap(({ prompts }) => prompts.map(({ text }) => text));

it("keeps three branches apart, in every prompt of all three agents", async () => {
  const talk = await newTalk();
  await talk.say("What is fibonacci(10)? Heliotrope.");
  const code = (words: Words) => python(`harvest = "${words.harvest}"\nprint(harvest[::-1])`);
  const [one, two, three] = BRANCHES;
  const firstOfOne = await talk.say(code(one));
  const taught = [await teach(talk, firstOfOne, one)];
  const firstOfTwo = await talk.edit(firstOfOne, code(two));
  taught.push(await teach(talk, firstOfTwo, two));
  const firstOfThree = await talk.edit(firstOfTwo, code(three));
  taught.push(await teach(talk, firstOfThree, three));

  for (const [index, words] of BRANCHES.entries()) {
    const learned = taught[index] ?? [];
    const [first] = learned;
    if (!first) throw new Error("nothing was taught");
    await talk.show(first);
    const asked = await ask(talk);
    const prompts = sentIn([...learned, ...Object.values(asked)]);
    expect(prompts.length).toBeGreaterThan(12);
    const foreign = BRANCHES.filter((other) => other !== words).flatMap(wordsOf);
    for (const word of foreign) {
      for (const prompt of prompts) expect(prompt, `on branch ${index + 1}`).not.toContain(word);
    }

    // Each knows its own, and what all three share.
    expect(first.answer).toContain(turned(words));
    expect(asked.general.answer).toContain(words.harvest + words.harvest);
    const byGeneral = asked.general.prompts.filter(({ by }) => by === "general");
    expect(byGeneral[0]?.text).toContain(turned(words));
    expect(byGeneral[0]?.text).toContain("Heliotrope");
    const byService = asked.users.prompts.filter(({ tools }) => tools.includes("delete_person"));
    expect(byService[0]?.text).toContain(words.toService);
    const byConcierge = asked.concierge.prompts.filter(({ by }) => by === "concierge");
    expect(byConcierge[0]?.text).toContain(words.project);
    expect(byConcierge[0]?.text).toContain(words.goal);
    expect(asked.both.answer).toContain("391");
  }
  // The service has one conversation for each branch.
  expect(await db().umsConversation.count()).toBe(3);
  for (const [index, learned] of taught.entries()) await expectInspected(talk, learned, index);
});

/** An operator sees a branch's own memory, also of one that is set aside, and all of them as a tree. */
async function expectInspected(talk: Talk, learned: readonly TakenTurn[], index: number) {
  const [{ runId } = { runId: "" }] = learned;
  const id = talk.conversationId();
  const tree = ConversationTree.parse(await inspectConversationTree(talk.actor, runId));
  const first = tree.messages.find((message) => message.id === learned[0]?.userMessageId);
  expect(first).toMatchObject({ version: index + 1, versions: 3, onBranch: true });
  expect(first?.shown).toBe(index === 2);
  // The root, what was taught and what was asked: each a question and an answer.
  expect(tree.messages.filter(({ onBranch }) => onBranch)).toHaveLength(2 * (1 + 4 + 4));
  expect(tree.messages.filter(({ shown }) => shown)).toHaveLength(2 * (1 + 4 + 4));

  const timelines = await inspectTimelines(talk.actor, id, runId);
  const own = timelines.agents.find(({ agentId }) => agentId === "concierge");
  expect(own?.deltaCount).toBe(3);
  expect(await checkContextChain(talk.actor, id, "concierge", runId)).toMatchObject({
    replayed: 3,
    matching: 3,
    findingCount: 0,
    storedIsLast: true,
  });
  const block = JSON.stringify(await inspectSteps(talk.actor, id, "concierge", 1, runId));
  const words = BRANCHES[index];
  expect(block).toContain(words?.project);
  for (const other of BRANCHES.filter((one) => one !== words)) {
    expect(block).not.toContain(other.project);
    expect(block).not.toContain(other.goal);
  }
  const stranger = await createPerson();
  await expect(inspectConversationTree(stranger, runId)).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(inspectTimelines(stranger, id, runId)).rejects.toMatchObject({ code: "forbidden" });
}
