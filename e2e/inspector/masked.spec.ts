/** Personal data that a tool printed: an operator reads how much of which class was masked, and none of it. */
import { newTag, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { runsOfConversation } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const CODE = `print("card 4111 1111 1111 1111, card 5555555555554444, ssn 078-05-1120")
print("ann.lee@example.org", 2880067194370816120)`;

test("operators read what was masked, by class and count", async ({ page, openAs, model }) => {
  const tag = newTag();
  await joinAsNewPerson(page);
  const calls = [{ name: "python_interpreter", arguments: { code: CODE } }];
  await model.script(tag, [{ toolCalls: calls }, { text: "Printed." }]);
  const chat = await openNewConversation(page);
  await chat.say(`Work on ${tag}`);
  await chat.settled();

  for (const role of ["admin", "auditor"] as const) {
    const operator = await openAs(role);
    const [runId] = await runsOfConversation(operator, page.url());
    await operator.goto(`/admin/runs/${runId}?panel=events`);
    const events = operator.getByRole("list", { name: "Events" });
    await events
      .getByRole("button", { name: /Tool returned/ })
      .first()
      .click();
    const result = events.getByRole("figure").filter({ hasText: "Result" }).first();
    await expect(result).toContainText("2 card numbers and 1 government id masked before storing");
    if (role === "admin") {
      await expect(result).toContainText("card [redacted:card], card [redacted:card]");
      await expect(result).toContainText("ann.lee@example.org 2880067194370816120");
    } else await expect(result).not.toContainText("ann.lee");
    expect(await operator.content()).not.toMatch(/4111 1111|5555555555554444|078-05-1120/);
    expect(await findViolations(operator)).toEqual([]);
  }
});
