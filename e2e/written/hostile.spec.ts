/** A hostile message does not take its page: it is shown as text, the others as ever, and the conversation goes on. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

/** Of each kind one: what is nested for the parser of Markdown, for that of formulas, and what is long. */
const HOSTILE = {
  quotations: ">".repeat(9_000),
  "groups of a formula": `$$ ${"{".repeat(3_000)}x${"}".repeat(3_000)} $$`,
  fractions: `$$ ${"\\frac{1}{".repeat(900)}x${"}".repeat(900)} $$`,
  emphasis: "*a **b ".repeat(300),
  "a wide table": `${"|a".repeat(2_000)}\n${"|-".repeat(2_000)}\n${"|\n".repeat(100)}`,
  "a deep diagram": `\`\`\`mermaid\nflowchart LR\n${"subgraph a\n".repeat(200)}\`\`\``,
};

test("a conversation with hostile answers opens, shows the others, goes on and can be shared", async ({
  page,
  browser,
  baseURL,
  model,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const kinds = Object.entries(HOSTILE);
  for (const [place, [kind, text]] of kinds.entries()) {
    const tag = newTag();
    await model.script(tag, [{ text: `First ${kind}.\n\n${text}` }]);
    await chat.say(`Write ${kind} ${tag}`);
    await expect(chat.answers).toHaveCount(place + 1);
    await chat.settled();
  }
  await page.reload();
  await expect(chat.answers).toHaveCount(kinds.length);
  for (const [place, [kind]] of kinds.entries())
    await expect(chat.answers.nth(place)).toContainText(`First ${kind}.`);
  // What is far from the window is not formatted yet.
  // As a person scrolls: the log stays at its end, while what is above is being laid out, until somebody turns the wheel.
  await chat.log.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -100_000);
    await expect(chat.answers.first()).toContainText("shown as it was written", { timeout: 1_000 });
  }).toPass();

  // A message of the person's own.
  await chat.say(`${"> ".repeat(9_000)}deep`);
  await expect(chat.answers).toHaveCount(kinds.length + 1);
  await chat.settled();
  await chat.say("hello");
  await expect(chat.answers).toHaveCount(kinds.length + 2);
  await expect(chat.answers.last()).toContainText("Hello!");

  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share a copy" });
  await dialog.getByRole("button", { name: "Create the link" }).click();
  const { pathname } = new URL(await dialog.getByLabel("Link").inputValue());
  const context = await browser.newContext({ baseURL });
  const stranger = await context.newPage();
  expect((await stranger.goto(pathname))?.status()).toBe(200);
  const log = stranger.getByRole("region", { name: "Conversation" });
  for (const [kind] of kinds) await expect(log).toContainText(`First ${kind}.`);
  await expect(log).toContainText("Hello!");
  await context.close();
});
