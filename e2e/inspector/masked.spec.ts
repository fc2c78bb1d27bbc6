/** Personal data that a tool printed: an operator reads how much of which class was masked, and none of it. */

import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { sharedStack } from "../fixtures/product-database.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const CODE = `print("card 4111 1111 1111 1111, card 5555555555554444, ssn 078-05-1120")
print("ann.lee@example.org", 2880067194370816120)`;

test("operators read what was masked, by class and count", async ({ openAs, model }) => {
  const tag = newTag();
  const calls = [{ name: "python_interpreter", arguments: { code: CODE } }];
  await model.script(tag, [{ toolCalls: calls }, { text: "Printed." }]);
  const person = await joinOverHttp(sharedStack());
  const { runIds } = await converseOverHttp(person, [`Work on ${tag}`]);

  for (const role of ["admin", "auditor"] as const) {
    const operator = await openAs(role);
    await openRuns(operator, runIds);
    await operator.goto(`/admin/runs/${runIds[0]}?panel=events`);
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
