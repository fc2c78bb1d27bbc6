/** Conversations get a title by a short model call behind the first answer, which nobody waits for. */
import type { Page } from "@playwright/test";
import { chatPage } from "../fixtures/chat-page.ts";
import { newTag, newWord } from "../fixtures/demo-model-control.ts";
import { encodingsOf, hiddenWords } from "../fixtures/hidden-words.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const REQUEST = "Give this conversation a title";

const linksOf = (page: Page) =>
  page.getByRole("navigation", { name: "Conversations" }).getByRole("link");

test("the title comes behind the answer, in every tab, and never replaces a person's own", async ({
  page,
  context,
  model,
}) => {
  await joinAsNewPerson(page);
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  const chat = chatPage(page);
  const key = newWord();
  // The call hangs until it is let go: the turn has ended all the same, under its first line.
  await model.queue({ scenario: "slow", match: REQUEST, key, held: true });
  await chat.say(`## What is **fibonacci(10)**?\nIt is for ${key}.`);
  await expect(chat.answers).toContainText("55");
  await chat.settled();
  await expect(linksOf(page)).toHaveText(["What is fibonacci(10)?"]);
  await expect(page).toHaveTitle(/^What is fibonacci\(10\)\?/);
  await chat.say("and for 11?");
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  await model.release(key);
  // The second answer asked anew meanwhile; whichever came first has named it.
  await expect(linksOf(page)).not.toHaveText(["What is fibonacci(10)?"]);
  await expect(linksOf(page)).toHaveText([/Fibonacci\(10\)|And for 11/i]);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).not.toHaveText("What is fibonacci(10)?");
  const title = await heading.innerText();
  await expect(linksOf(page)).toHaveText([title]);
  await expect(linksOf(other)).toHaveText([title]);
});

test("a failed call, and one that would name the machinery, leave the first line", async ({
  page,
  model,
  openAs,
}) => {
  await joinAsNewPerson(page);
  const chat = chatPage(page);
  await page.goto("/");
  const key = newWord();
  const replies = [{ text: "Use of python_interpreter" }];
  await model.queue({ scenario: "scripted", match: REQUEST, key, replies });
  await chat.say(`What is fibonacci(12)?\nIt is for ${key}.`);
  await chat.settled();
  const admin = await openAs("admin");
  const [runId] = await runsOfConversation(admin, page.url());
  const callOf = async () =>
    (await (await admin.request.get(`/api/admin/runs/${runId}/calls`)).json()).titleCall;
  await expect.poll(callOf).toMatchObject({ outcome: "refused", reason: "hidden-name" });
  await expect(linksOf(page)).toHaveText(["What is fibonacci(12)?"]);
  // An operator sees the call, and what it was made of.
  await admin.goto(`/admin/runs/${runId}?panel=model`);
  await admin.getByRole("tab", { name: "Model calls" }).click();
  const section = admin.getByRole("region", { name: "Title of the conversation" });
  await expect(section).toContainText("the first line stays");
  await expect(section).toContainText("Visible turn");
  // Nobody else does.
  expect((await page.request.get(`/api/admin/runs/${runId}/calls`)).status()).toBe(404);
});

test("a title, and what its call was sent, hold nothing that is hidden", async ({
  page,
  model,
}) => {
  const received: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/json|html|event-stream|x-component/.test(type))
      received.push(response.text().catch(() => ""));
  });
  await joinAsNewPerson(page);
  await page.goto("/");
  const chat = chatPage(page);
  const canary = newTag();
  await model.queue({ scenario: "echo-canary", canary, match: canary });
  await chat.say(`Do what I ask ${canary.slice(0, 4)} ${canary}`);
  await chat.settled();
  const calls = () => model.requests(canary);
  const isTitle = ({ body }: Awaited<ReturnType<typeof calls>>[number]) =>
    JSON.stringify(body).includes(REQUEST);
  await expect.poll(async () => (await calls()).filter(isTitle).length).toBeGreaterThan(0);
  const all = await calls();
  const hidden = hiddenWords(all.filter((one) => !isTitle(one)));
  expect(hidden.length).toBeGreaterThan(10);
  const sent = JSON.stringify(all.filter(isTitle).map(({ body }) => body));
  for (const word of hidden) expect(sent).not.toContain(JSON.stringify(word).slice(1, -1));
  await page.reload();
  const seen = [...(await Promise.all(received)), await page.title(), await page.content()];
  const text = seen.join("\n");
  for (const word of hiddenWords(all))
    for (const form of encodingsOf(word)) expect(text.includes(form), form).toBe(false);
});
