/** Memory isolation, checked on the requests that the model received from the whole product. */
import { readMarked } from "../../lib/contracts/model/marked-data.ts";
import { ask, type ChatPage, chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { type DemoModelControl, newWord } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { strict } from "../fixtures/stacks/recorded.ts";
import { expect, test } from "../fixtures/test.ts";

type Message = {
  role: string;
  content: string | null;
  tool_calls?: { function: { name: string } }[];
};
type Sent = {
  messages: Message[];
  text: string;
  names: string[];
  isPlan: boolean;
};

/** The requests that hold this question, oldest first. */
async function sentFor(model: DemoModelControl, question: string): Promise<Sent[]> {
  return (await model.requests(JSON.stringify(question).slice(1, -1))).map(({ body }) => {
    const {
      messages,
      tools = [],
      response_format,
    } = body as {
      messages: Message[];
      tools?: { function: { name: string } }[];
      response_format?: unknown;
    };
    const names = tools.map((tool) => tool.function.name);
    return {
      messages,
      names,
      text: JSON.stringify(messages),
      isPlan: Boolean(response_format),
    };
  });
}

/** Sends a message. @returns the requests that the model received for it */
async function askAndRead(chat: ChatPage, model: DemoModelControl, [text, answer]: Turn) {
  await ask(chat, text, answer);
  const own = await sentFor(model, text);
  expect(own.length).toBeGreaterThan(0);
  return own;
}
/** Neither a message of the person nor an answer. */
const isSystemOrData = ({ role, content }: Message) =>
  role === "system" || (role === "user" && readMarked(content ?? "").every(({ isData }) => isData));

type Turn = [text: string, answer: string | RegExp];

/** Of six digits, so that no other test calculates with it. */
const newNumber = () => 100_000 + Math.floor(Math.random() * 900_000);

test("each agent's prompts hold its own memory, and nothing of other agents or people", async ({
  page,
  model,
  openAs,
}) => {
  await joinAsNewPerson(page);
  await page.goto("/");
  const chat = chatPage(page);
  const [sums, people, wish, canary] = [newWord(), newWord(), newWord(), newWord()];
  const send = (turn: Turn) => askAndRead(chat, model, turn);
  await send([`What is fibonacci(10)? ${sums}.`, "55"]);
  await send([`List users. ${people}.`, "people in the directory"]);
  await send([`I need a brief for a mobile app. ${wish} sends greetings.`, "achieve?"]);

  const goal = `Help people find lost dogs, says ${newWord()}`;
  const second = await send([goal, "Who is it for?"]);
  const concierge = second.find(({ names }) => names.includes("write_brief"));
  expect(concierge?.messages.map(({ role }) => role)).toEqual(["system", "user", "user"]);
  const [known] = readMarked(concierge?.messages[1]?.content ?? "");
  expect(known?.isData).toBe(true);
  expect(known?.text).toMatch(/^## Known Facts\n- Brief for a mobile app\n/);
  expect(concierge?.messages[2]?.content).toBe(goal);
  for (const word of [sums, people, wish]) expect(concierge?.text).not.toContain(word);

  // A word would make it an answer to the agent that asks. The number is as good as one.
  const factor = newNumber();
  const later = await send([`calculate ${factor} * 29`, String(factor * 29)]);
  const general = later.find(({ names }) => names.includes("python_interpreter"));
  const called = general?.messages.flatMap(({ tool_calls = [] }) => tool_calls);
  expect(called?.map((call) => call.function.name)).toEqual(["python_interpreter"]);
  expect(general?.messages.find(({ role }) => role === "tool")?.content).toBe("55");
  expect(general?.text).toContain(sums);
  for (const word of [people, wish, "List users", "brief", "lost dogs"])
    expect(general?.text).not.toContain(word);
  for (const { isPlan, text } of [...second, ...later]) {
    if (isPlan) for (const word of [sums, people, wish]) expect(text).not.toContain(word);
  }

  // A person's messages appear in no other person's prompts.
  await send([`What is fibonacci(9)? ${canary}.`, "34"]);
  const other = await openAs("user");
  await other.goto("/");
  const elsewhere = chatPage(other);
  for (const [question, answer] of [
    [`calculate ${factor} * 31`, String(factor * 31)],
    [`List users. ${newWord()}.`, "people in the directory"],
  ] as const) {
    const sent = await askAndRead(elsewhere, model, [question, answer]);
    for (const { text } of sent)
      for (const word of [canary, sums, people, wish]) expect(text).not.toContain(word);
  }
});

test.describe("with structured memory forced on every agent", { lock: strict.lock }, () => {
  const { test } = strict;
  test.beforeEach(({ signIn }) => signIn("user"));

  test("no prompt holds an earlier turn, and a follow-up still works", async ({ page, model }) => {
    const chat = await openNewConversation(page);
    const words: string[] = [];
    const turns: Turn[] = [
      ["What is fibonacci(10)?", "55"],
      ["now the same for 20", "6765"],
      ["List users.", "people in the directory"],
      ["I need a brief for a mobile app.", "achieve?"],
      ["show more users please.", "people in the directory"],
      ["calculate 17 * 23.", "391"],
    ];
    for (const [index, [text, answer]] of turns.entries()) {
      // The second message refers to the first, and none follows the last: these two need no word.
      const word = index === 1 || index === turns.length - 1 ? "" : newWord();
      const sent = await askAndRead(chat, model, [word ? `${text} ${word}.` : text, answer]);
      for (const { text: prompt, messages } of sent) {
        for (const earlier of words) expect(prompt, text).not.toContain(earlier);
        const ownIndex = messages.findLastIndex(({ role }) => role === "user");
        const said = messages.slice(0, ownIndex).filter((message) => !isSystemOrData(message));
        expect(said, text).toEqual([]);
      }
      if (word) words.push(word);
    }
  });

  test("the service's conversation is opened once, and replaced once when it was deleted", async ({
    page,
    place,
  }) => {
    const count = async (text: string) =>
      Number((await sql<{ count: string }>(text, [], place))[0]?.count);
    const opened = () => count("SELECT count(*) FROM ums_conversation");
    /** Each call of the service is a hop: one opens a conversation, and one for each turn. */
    const calls = () =>
      count(
        `SELECT count(*) FROM run_event WHERE type = 'hop.started' AND payload->>'kind' = 'service'`,
      );
    const chat = await openNewConversation(page);
    const [conversations, before] = [await opened(), await calls()];
    await ask(chat, "list users", "people in the directory");
    await ask(chat, "calculate 17 * 23", "391");
    await ask(chat, "list users", "people in the directory");
    await ask(chat, "how many users are there?", "200");
    expect(await opened()).toBe(conversations + 1);
    await expect.poll(calls).toBe(before + 4);

    await sql("DELETE FROM ums_conversation", [], place);
    await ask(chat, "list users", "people in the directory");
    expect(await opened()).toBe(1);
    await ask(chat, "how many users are there?", "200");
    expect(await opened()).toBe(1);
    // One refused call, one that opens a conversation, and one for each of the two turns.
    await expect.poll(calls).toBe(before + 8);
  });
});
