/** Planted hidden words are looked for at every public surface (e2e/fixtures/public-surfaces.ts). */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { encodingsOf, hiddenWords } from "../fixtures/hidden-words.ts";
import { INSTRUCTIONS_CANARY } from "../fixtures/planted-instructions.ts";
import { sql } from "../fixtures/product-database.ts";
import { PUBLIC_SURFACES, type Talk } from "../fixtures/public-surfaces.ts";
import { lock, test } from "../fixtures/stacks/settings.ts";
import { expect } from "../fixtures/test.ts";

test.describe.configure({ lock });

const CANARIES = {
  argument: "CANARY-ARGUMENT-whimbrel-3318",
  result: "CANARY-RESULT-phalarope-7702",
  error: "CANARY-ERROR-sanderling-1846",
  unknownTool: "canary_tool_turnstone_9921",
};

/** Python assembles the result, so that it is not part of the arguments. */
const CALLS = [
  {
    name: "python_interpreter",
    arguments: {
      code: `# ${CANARIES.argument}\nprint("-".join(["CANARY", "RESULT", "phalarope", "7702"]))`,
    },
  },
  { name: "python_interpreter", arguments: { code: `raise ValueError("${CANARIES.error}")` } },
  { name: CANARIES.unknownTool, arguments: { anything: CANARIES.argument } },
  {
    name: "draw_chart",
    arguments: {
      type: "bar",
      title: "Harbour",
      labels: ["a", "b"],
      series: [{ name: "boats", values: [1, 2] }],
    },
  },
];

/** Ids of agents, and names of what stands behind the glass. Not `users` and `general`: people write them, too. */
const BEHIND = ["concierge", "hopRef", "toolCalls", "tool_calls", "hiddenState", "agentId", "ums_"];

test.use({ allowedErrors: [/404/] });

test("no surface shows what is behind the glass", async ({ page, model, place, signIn }) => {
  await signIn("user");
  const [tag, answered] = [newTag(), newTag()];
  await model.script(tag, [{ toolCalls: CALLS }, { text: `All are through: ${answered}.` }]);
  const chat = await openNewConversation(page);
  await chat.say(`Go ahead ${tag}`);
  await expect(chat.answers.last()).toContainText(answered);
  await chat.settled();
  // What the first turn left in memory is in the prompt of the second.
  await model.script(`${tag} again`, [{ text: `Once more: ${answered}.` }]);
  await chat.say(`And ${tag} again`);
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  const requests = await model.requests(tag);
  const sent = JSON.stringify(requests);
  for (const canary of [INSTRUCTIONS_CANARY, ...Object.values(CANARIES)])
    expect(sent, "was planted").toContain(canary);

  const filePath = await chat.answers.first().getByRole("img").getAttribute("src");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Create the link" }).click();
  const address = await page.getByLabel("Link").inputValue();
  const conversationId = page.url().split("/").at(-1) ?? "";
  const [run] = await sql<{ id: string; answer: string }>(
    `SELECT id, answer_message_id AS answer FROM run WHERE conversation_id = $1 ORDER BY id DESC LIMIT 1`,
    [conversationId],
    place,
  );
  const talk: Talk = {
    conversationId,
    asked: tag,
    answered,
    answerId: run?.answer ?? "",
    runId: run?.id ?? "",
    sharePath: new URL(address).pathname,
    filePath: filePath ?? "",
  };
  const hidden = [
    ...[INSTRUCTIONS_CANARY, ...Object.values(CANARIES)].flatMap(encodingsOf),
    ...hiddenWords(requests),
    ...BEHIND,
  ];
  const shown = {
    asked: tag,
    answered,
    file: "Harbour",
    answerId: talk.answerId,
    frame: "Diagram",
    agent: "General assistant",
    fileName: decodeURIComponent(talk.filePath.split("/").at(-1) ?? "no file"),
  };
  const found: string[] = [];
  for (const [name, { path, shows }] of Object.entries(PUBLIC_SURFACES)) {
    const read = async () => {
      const answer = await page.request.get(path(talk));
      return `${JSON.stringify(answer.headers())}\n${await answer.text()}`;
    };
    // A receipt waits for its seal.
    await expect.poll(read, { message: name }).toContain(shown[shows]);
    const received = await read();
    found.push(
      ...hidden.filter((word) => received.includes(word)).map((word) => `${name}: ${word}`),
    );
  }
  expect(found).toEqual([]);
});
