import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type ChatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newWord } from "../fixtures/demo-model-control.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { inTurn } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

/** Internal names that must never appear in an answer. */
const INTERNAL_NAMES =
  /python_interpreter|web_search|list_people|delete_person|update_context_state|write_brief|concierge|coordinator|tool call/i;
const INTAKE = [
  ["I need a brief for a mobile app for dog owners", "What should the project achieve?"],
  ["Help people find lost dogs in their neighbourhood", "Who is it for?"],
  ["It is for dog owners in big cities who have little time.", "Where should it run?"],
  ["It must use React Native and run on iOS and Android", "By when is it needed?"],
  ["By the end of March 2027, with a budget of 20,000 euros", "The brief is ready"],
] as const;

test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

async function ask(chat: ChatPage, question: string, answer: string | RegExp): Promise<void> {
  await chat.say(question);
  await expect(chat.answers.last()).toContainText(answer);
  await chat.settled();
  await expect(chat.answers.last()).not.toContainText(INTERNAL_NAMES);
}

/** The runs of the open conversation, oldest first, from the inspector. */
async function inspectRuns(page: Page, admin: Page) {
  const ids = (await runsOfConversation(admin, page.url())).toReversed();
  return Promise.all(
    ids.map(async (id) => (await admin.request.get(`/api/admin/runs/${id}`)).json()),
  );
}

type Body = { type: string; [field: string]: unknown };
type Inspection = { events: { body: Body }[]; states: { agentId: string }[] };
const bodies = ({ events }: Inspection, type: string) =>
  events.map(({ body }) => body).filter((body) => body.type === type);

/** The default of MODEL_MAX_ATTEMPTS, and one attempt without a stream. */
const MODEL_ATTEMPTS = 5;

test("a follow-up refers to the question before: fibonacci, then the same for 20", async ({
  page,
  openAs,
}) => {
  const chat = await openNewConversation(page);
  await ask(chat, "calculate fibonacci(10)", "55");
  await ask(chat, "now the same for 20", "6765");
  const runs = await inspectRuns(page, await openAs("admin"));
  expect(runs).toHaveLength(2);
  for (const run of runs) {
    expect(bodies(run, "plan.made")).toMatchObject([{ plan: { source: "model" } }]);
    expect(bodies(run, "route.chosen")).toMatchObject([
      { agentId: "general", reason: expect.anything() },
    ]);
    expect(bodies(run, "deviation.scored")).toMatchObject([{ score: 0 }]);
  }
});

test("users, then the weather, then users: the right agents answer, and each keeps its own kind of state", async ({
  page,
  openAs,
}) => {
  const chat = await openNewConversation(page);
  await ask(chat, "list users", "200 people");
  await expect(chat.answers.last().getByRole("row")).toHaveCount(6);
  await ask(chat, "What's the weather in Paris?", /\w+ \w+/);
  await ask(chat, "and delete the second one", /\?/);
  const question = page.getByRole("region", { name: /^Delete / });
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(chat.answers.last()).toContainText("nothing was changed");
  await chat.settled();
  const admin = await openAs("admin");
  const runs = await inspectRuns(page, admin);
  const agents = runs.flatMap((run) => bodies(run, "route.chosen").map(({ agentId }) => agentId));
  expect(agents).toEqual(["users", "general", "users", "users"]);
  for (const run of runs) {
    const hops = bodies(run, "hop.started");
    const refs = hops.map(({ hopRef }) => hopRef);
    expect(hops.slice(1).every(({ parentRef }) => refs.includes(parentRef))).toBe(true);
    expect(hops.slice(1).every(({ headers }) => headers !== undefined)).toBe(true);
  }
  const withState = runs.flatMap((run) =>
    run.states.map(({ agentId }: { agentId: string }) => agentId),
  );
  expect(withState).toEqual(expect.arrayContaining(["coordinator", "general", "users"]));
});

test("a deletion waits for approval across a reload, and runs after it", async ({ page }) => {
  const chat = await openNewConversation(page);
  await ask(chat, "list users", "200 people");
  const cells = chat.answers.last().getByRole("row").nth(1).getByRole("cell");
  const name = await cells.nth(1).innerText();
  await ask(chat, "delete the first one", name);
  const question = page.getByRole("region", { name: `Delete ${name}` });
  await expect(question.getByRole("button", { name: "Decline" })).toBeEnabled();
  await page.reload();
  await expect(question).toBeVisible();
  await expect(chat.box).toBeEditable();
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(chat.answers.last()).toContainText(`${name}`);
  await expect(chat.answers.last()).toContainText("is deleted");
  await chat.settled();
  await expect(question).toContainText("Approved");
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await page.reload();
  await expect(question).toContainText("Approved");
  await ask(chat, "list users", "199 people");
  await expect(chat.answers.last()).not.toContainText(name);
  await ask(chat, "Add a person: Jane Doe, jane@people.example, Sales, Berlin", "Jane Doe");
  const added = page.getByRole("region", { name: "Add Jane Doe" });
  await added.getByRole("button", { name: "Approve" }).click();
  await expect(chat.answers.last()).toContainText("is added to the directory");
});

test("an intake records the answers, asks nothing twice, and delivers its brief", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  for (const [answer, next] of INTAKE.slice(0, 3)) await ask(chat, answer, next);
  const card = page.getByRole("region", { name: "Understood so far" });
  await expect(card).toContainText("lost dogs");
  await expect(card).not.toContainText(/questions_asked|open_gaps|ready_to_proceed/);
  for (const [answer, next] of INTAKE.slice(3)) await ask(chat, answer, next);
  for (const [, question] of INTAKE.slice(0, 4))
    await expect(chat.answers.filter({ hasText: question })).toHaveCount(1);
  const link = chat.answers.last().getByRole("link", { name: "project-brief.md" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("project-brief.md");
  const brief = await readFile(await download.path(), "utf8");
  expect(brief).toContain("# Project brief: mobile app for dog owners");
  expect(brief).toContain("lost dogs");
});

test("a failed step leads to a revised plan, which the log records", async ({
  page,
  model,
  openAs,
}) => {
  const chat = await openNewConversation(page);
  // The first step's model call always fails; the word matches only this test's messages.
  const word = newWord();
  // The step is planned twice, each time with all attempts; after that the plan goes on without it.
  const times = 2 * MODEL_ATTEMPTS;
  await inTurn("model failures", async () => {
    await model.queue({ scenario: "error-500", match: `Find the user ${word}.`, times });
    await chat.say(`find the user ${word} and calculate 17 * 23`);
    await expect(chat.answers.last()).toContainText("391");
    await chat.settled();
    await model.clear(`Find the user ${word}.`);
  });
  await expect(chat.answers.last()).toContainText(`Find the user ${word}.`);
  await expect(chat.answers.last()).not.toContainText(INTERNAL_NAMES);
  const [run] = await inspectRuns(page, await openAs("admin"));
  const revisions = bodies(run, "plan.frozen").map(({ revision }) => revision);
  expect(revisions).toEqual([0, 1, 2]);
  expect(bodies(run, "plan.made")).toHaveLength(3);
  expect(bodies(run, "deviation.scored")).toHaveLength(1);
});
