/** Budgets: a calm word at 80 %, a hard stop in plain words, and the operator's page of spending. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { sql } from "../fixtures/product-database.ts";
import { lock, test } from "../fixtures/stacks/settings.ts";
import { expect } from "../fixtures/test.ts";

test.describe.configure({ lock });

const SPENDER = "Sandy Spender";

test("most of a budget is a word, all of it a stop, and an operator sees who spent what", async ({
  page,
  place,
  person,
  signIn,
  openAs,
}) => {
  const { id } = await person("user");
  await sql(`UPDATE "user" SET name = $1 WHERE id = $2`, [SPENDER, id], place);
  /** Adds to what the person has spent today. */
  const spendMore = (cost: number) =>
    sql(
      "UPDATE spending SET cost = cost + $1 WHERE agent_id = 'general' AND user_id = $2",
      [cost, id],
      place,
    );
  await signIn("user");
  const chat = await openNewConversation(page);
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

  const admin = await openAs("auditor");
  await admin.goto("/admin/spending");
  await expect(admin.getByText("Per person and day: the highest")).toBeVisible();
  await expect(admin.getByText(/2\.7\d of 2\.00 EUR/)).toBeVisible();
  const models = admin.getByRole("table", { name: "By model" });
  // With what others have spent.
  const cost = await models
    .getByRole("row", { name: /demo/ })
    .getByRole("cell")
    .first()
    .innerText();
  expect(Number(/[\d.]+/.exec(cost)?.[0])).toBeGreaterThan(2.7);
  const agents = admin.getByRole("table", { name: "By agent" });
  for (const name of ["coordinator", "general", "titles"])
    await expect(agents.getByRole("row", { name })).toBeVisible();
  const people = admin.getByRole("table", { name: "By person" });
  await expect(people.getByRole("row", { name: SPENDER })).toContainText("2.7");
  expect(await findViolations(admin)).toEqual([]);
  await admin.emulateMedia({ colorScheme: "dark" });
  await admin.setViewportSize({ width: 390, height: 900 });
  expect(await findViolations(admin)).toEqual([]);
  await admin.getByRole("link", { name: "90 days" }).click();
  await expect(admin).toHaveURL(/range=90d/);
});
