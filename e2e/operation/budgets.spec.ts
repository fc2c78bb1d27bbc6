/** Budgets: a calm word at 80 %, a hard stop in plain words, and the operator's page of spending. */
import { Client } from "pg";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

let stack: TestStack;
test.beforeAll(async () => {
  const prices = { demo: { input: 1, output: 2 } };
  stack = await startTestStack({
    name: "budgets",
    env: { MODEL_PRICES: JSON.stringify(prices), BUDGET_PERSON_DAY: "2", PRICE_CURRENCY: "EUR" },
  });
});
test.afterAll(() => stack?.remove());

/** Adds to what everybody who has spent something has spent today. */
async function spendMore(cost: number): Promise<void> {
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query("UPDATE spending SET cost = cost + $1 WHERE agent_id = 'general'", [cost]);
  await client.end();
}

test("most of a budget is a word, all of it a stop, and an operator sees who spent what", async ({
  browser,
}) => {
  const person = await browser.newContext({ baseURL: stack.url });
  const page = await person.newPage();
  await joinAsNewPerson(page, stack);
  await page.goto("/");
  const chat = chatPage(page);
  await chat.say("Count to 3");
  await chat.settled();
  await expect(page.getByRole("status").filter({ hasText: "budget" })).toHaveCount(0);

  await spendMore(1.7);
  await chat.say("Count to 4");
  const notice = page.getByRole("status").filter({ hasText: "85 % of today's budget" });
  await expect(notice).toBeVisible();
  await chat.settled();
  expect(await findViolations(page)).toEqual([]);
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await chat.say("Count to 5");
  await chat.settled();
  await expect(notice).toHaveCount(0);

  await spendMore(1);
  await chat.say("Count to 6");
  const stopped = "Today's budget for answers is used up.";
  await expect(page.getByRole("alert").filter({ hasText: stopped })).toBeVisible();
  // What was typed is not lost.
  await expect(chat.box).toHaveValue("Count to 6");
  await expect(chat.answers).toHaveCount(3);

  const operator = await browser.newContext({ baseURL: stack.url });
  const admin = await operator.newPage();
  await admin.goto("/sign-in");
  await admin.getByLabel("Email").fill("auditor@halfsilver.local");
  await admin.getByLabel("Password").fill(stack.demoPassword);
  await admin.getByRole("button", { name: "Sign in" }).click();
  await expect(admin).not.toHaveURL(/\/sign-in/);
  await admin.goto("/admin/spending");
  await expect(admin.getByText("Per person and day: the highest")).toBeVisible();
  await expect(admin.getByText(/2\.7\d of 2\.00 EUR/)).toBeVisible();
  const models = admin.getByRole("table", { name: "By model" });
  await expect(models.getByRole("row", { name: /demo/ })).toContainText("2.7");
  const agents = admin.getByRole("table", { name: "By agent" });
  // The coordinator, the agent, and the calls that name conversations.
  await expect(agents.getByRole("row")).toHaveCount(4);
  await expect(admin.getByRole("table", { name: "By person" }).getByRole("row")).toHaveCount(2);
  expect(await findViolations(admin)).toEqual([]);
  await admin.emulateMedia({ colorScheme: "dark" });
  await admin.setViewportSize({ width: 390, height: 900 });
  expect(await findViolations(admin)).toEqual([]);
  await admin.getByRole("link", { name: "90 days" }).click();
  await expect(admin).toHaveURL(/range=90d/);

  await person.close();
  await operator.close();
});
