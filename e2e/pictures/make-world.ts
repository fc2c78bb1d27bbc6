/** Makes what the pictures show, as people would: conversations of every kind, their runs, and who looked at them. */
import type { Page } from "@playwright/test";
import { recordOddRun } from "../../lib/db/inspector/testing/odd-runs.ts";
import { type ChatPage, chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { demoModelControl } from "../fixtures/demo-model-control.ts";
import { openRuns, runsOfConversation } from "../fixtures/open-runs.ts";
import { dropOrPaste } from "../fixtures/people/drop-or-paste.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { makeSignUpLink } from "../fixtures/people/sign-up-link.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { converseOverHttp, runsOfQuestions } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";
import { type World, writeWorld } from "./world.ts";
import { WRITTEN_ANSWER } from "./written-answer.ts";

const PATIENCE_MS = 45_000;
const MAST = `${"Plain words about nothing much. ".repeat(150)}\n\nThe mast is forty metres high.\n\n${"More plain words. ".repeat(200)}`;

const TALKS = {
  chart: ["list users and chart how many joined each month"],
  places: ["list users and tell me the weather in Paris"],
  failing: ["fetch https://nothing.invalid/ and summarise"],
  fibonacci: ["What is fibonacci(90)?", "And for 91?"],
  brief: [
    "I need a brief for a mobile app for dog owners",
    "Help people find lost dogs in their neighbourhood",
    "Dog owners in big cities",
    "It must use React Native and run on iOS and Android",
    "By the end of March 2027",
  ],
  intake: ["I need a brief for a website for bakers", "Sell more bread"],
  declined: ["list users", "delete the second one"],
  approval: ["list users", "delete the third one"],
};

/** Asks one after the other, in the open conversation. */
async function ask(chat: ChatPage, questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    const before = await chat.answers.count();
    await chat.say(question);
    await expect(chat.answers).toHaveCount(before + 1, { timeout: PATIENCE_MS });
    await chat.settled();
  }
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A conversation that has its title from the model stays as it is. @returns its address */
async function begin(page: Page, work: (chat: ChatPage) => Promise<unknown>): Promise<string> {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await work(chat);
  await expect(page).toHaveURL(/\/c\//);
  return pathOf(page);
}

async function makeTalks(page: Page): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const [name, questions] of Object.entries(TALKS))
    pages[name] = await begin(page, (chat) => ask(chat, questions));
  await page.goto(pages.declined ?? "");
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(chatPage(page).answers).toHaveCount(3, { timeout: PATIENCE_MS });
  await chatPage(page).settled();
  await page.goto(pages.fibonacci ?? "");
  const answer = chatPage(page).answers.last();
  await answer.getByRole("button", { name: "Bad answer" }).click();
  const words = answer.getByRole("textbox", { name: "What was wrong? (optional)" });
  await words.fill("It is too short.");
  await words.press("Enter");
  await expect(answer).toContainText("You wrote: It is too short.");
  return pages;
}

/** With a file, with two versions, stopped and cut off. */
async function makeOtherTalks(page: Page): Promise<Record<string, string>> {
  const file = await begin(page, async (chat) => {
    const body = Buffer.from(MAST);
    await dropOrPaste(chat.box, "drop", { name: "masts.txt", type: "text/plain", body });
    await expect(page.getByRole("button", { name: "Remove masts.txt" })).toBeVisible();
    await ask(chat, ["search my documents for the mast"]);
  });
  const versions = await begin(page, async (chat) => {
    await ask(chat, ["Run this Python: x = 41; print('set')", "Run this Python: print(x + 1)"]);
    const question = chat.asked.last();
    await question.hover();
    await question.getByRole("button", { name: "Edit message" }).click();
    const field = question.getByRole("textbox", { name: "Edited message" });
    await field.fill("Run this Python: print(x + 100)");
    await field.press("Enter");
    await expect(chat.answers.last()).toContainText("141", { timeout: PATIENCE_MS });
    await chat.settled();
  });
  const ends = await begin(page, async (chat) => {
    await chat.say("Count to 300, slowly");
    await expect(chat.answers.last()).toContainText("9, 10");
    await chat.stop();
    await chat.say("Count to 30, and be cut off");
    await expect(chat.answers.last()).toContainText("The answer was cut off on its way.");
    await chat.settled();
  });
  return { file, versions, ends };
}

/** A folder with two conversations in it, and one that is pinned. */
async function arrange(page: Page): Promise<void> {
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const choose = async (title: RegExp, item: string) => {
    const row = sidebar.getByRole("listitem").filter({ hasText: title }).last();
    await row.hover();
    await row.getByRole("button", { name: "Conversation menu" }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await page.goto("/");
  await choose(/ferry/i, "Move to a folder");
  await page.getByRole("dialog").getByRole("textbox", { name: "New folder" }).fill("Journeys");
  await page.keyboard.press("Enter");
  const folder = sidebar.getByRole("list", { name: "Journeys" });
  await expect(folder.getByRole("link")).toHaveCount(1);
  await choose(/mast/i, "Pin");
  await expect(sidebar.getByRole("region", { name: "Pinned" }).getByRole("link")).toHaveCount(1);
}

async function share(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share a copy" });
  await dialog.getByRole("button", { name: "Create the link" }).click();
  return new URL(await dialog.getByLabel("Link").inputValue()).pathname;
}

async function makeLink(): Promise<string> {
  const { email, path } = await makeSignUpLink();
  await sql("UPDATE account_link SET expires_at = '2100-01-01' WHERE email = $1", [email]);
  return path;
}

/** The newest run of each conversation. They are opened for the operator, but for one. */
async function runsOf(admin: Page, pages: Record<string, string>): Promise<World["runs"]> {
  const runs: Record<string, string> = {};
  for (const [name, path] of Object.entries(pages)) {
    const [run = ""] = await runsOfConversation(admin, new URL(path, sharedStack().url).href);
    runs[name] = run;
  }
  const [second = "", first = ""] = await runsOfQuestions(
    admin,
    "What is fibonacci(30)?",
    "And for 31?",
  );
  const { runId: odd } = await recordOddRun(sharedStack().databaseUrl, (await makePerson()).id);
  await openRuns(admin, [odd]);
  const stranger = await joinOverHttp(sharedStack());
  const { runIds } = await converseOverHttp(stranger, ["What is fibonacci(80)?"]);
  return { ...runs, first, second, odd, masked: runIds[0] ?? "" };
}

/** Waits until the seals and the titles are there, which come behind the answers. */
async function untilDone(): Promise<void> {
  const left = `SELECT
    (SELECT count(*) FROM audit_event WHERE place IS NULL)
    + (SELECT count(*) FROM run WHERE status = 'running')
    + (SELECT count(*) FROM run WHERE model <> 'test-model'
       AND NOT EXISTS (SELECT 1 FROM run_seal WHERE run_seal.run_id = run.id)) AS left`;
  const count = async () => Number((await sql<{ left: string }>(left, []))[0]?.left);
  await expect.poll(count, { timeout: PATIENCE_MS }).toBe(0);
}

test("the world", async ({ page, signIn, openAs, person, modelUrl }) => {
  test.setTimeout(600_000);
  const model = demoModelControl(modelUrl);
  await signIn("user");
  await model.script("plan of the ferry", [{ text: WRITTEN_ANSWER }]);
  await model.queue({ scenario: "slow", match: "slowly", tokenDelayMs: 100, structured: false });
  await model.queue({ scenario: "cut-off", match: "be cut off", afterTokens: 9 });
  await page.goto("/");
  const notice = page.getByRole("button", { name: "Understood" });
  await expect(async () => {
    await notice.click({ timeout: 2_000 });
    await expect(notice).toBeHidden({ timeout: 2_000 });
  }).toPass();
  const written = await begin(page, (chat) => ask(chat, ["Show me the plan of the ferry"]));
  const talks = { written, ...(await makeTalks(page)), ...(await makeOtherTalks(page)) };
  await arrange(page);
  const shared = await share(page, written);
  const admin = await openAs("admin");
  const runs = await runsOf(admin, talks);
  await openRuns(await openAs("auditor"), [runs.fibonacci ?? ""]);
  // The person has seen who looked.
  await page.goto("/account");
  await expect(page.getByRole("list", { name: "Who looked at what you wrote" })).toBeVisible();
  const signUp = await makeLink();
  await untilDone();
  const [user, auditor, operator, newcomer] = await Promise.all([
    person("user"),
    person("auditor"),
    person("admin"),
    makePerson(),
  ]);
  writeWorld({
    at: new Date().toISOString(),
    cookies: {
      user: user.cookie,
      newcomer: newcomer.cookie,
      auditor: auditor.cookie,
      admin: operator.cookie,
    },
    pages: { ...talks, shared, signUp },
    runs,
  });
});
