/** Two runs of one conversation side by side, as an admin and as an auditor. */
import type { Page } from "@playwright/test";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { sharedStack } from "../fixtures/product-database.ts";
import { converseOverHttp, runsOfQuestions } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

/** Asks two questions in one conversation. @returns the ids of their runs, oldest first */
async function twoRuns(operator: Page): Promise<[string, string]> {
  const [second = "", first = ""] = await runsOfQuestions(
    operator,
    "What is fibonacci(30)?",
    "And for 31?",
  );
  return [first, second];
}

test("an admin compares a run with another run of its conversation", async ({ openAs }) => {
  const admin = await openAs("admin");
  const [first, second] = await twoRuns(admin);
  await admin.goto(`/admin/runs/${first}?panel=plan`);
  await admin.getByRole("link", { name: /Compare with another run/ }).click();
  await expect(admin.getByLabel("Left run")).toHaveValue(first);
  await admin
    .getByRole("region", { name: /Other runs/ })
    .getByRole("link")
    .click();
  await expect(admin).toHaveURL(new RegExp(`a=${first}&b=${second}`));

  const answer = admin.getByRole("region", { name: "Answer" });
  await expect(answer.locator("del").first()).toContainText("30");
  await expect(answer.locator("ins").first()).toContainText("31");
  const plan = admin.getByRole("list", { name: "Steps of the plans" });
  await expect(plan).toContainText("python_interpreter@1");
  await expect(plan).toContainText("Changed");
  const hops = admin.getByRole("list", { name: "Hops" });
  await expect(hops.getByRole("listitem").first()).toContainText("coordinator");
  const state = admin.getByRole("region", { name: "State of general" });
  await expect(state).toContainText("Only right");
  await expect(state).toContainText("Exchanges: 1 the same, 1 different");
  // As the person, the call and its result, not as stored JSON.
  const right = state.getByRole("region", { name: "Exchanges of general, Right" });
  await expect(right.getByRole("button", { name: /Exchange 2.*Only right/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(right).toContainText("And for 31?");
  await expect(right).toContainText("Call python_interpreter");
  await expect(right).toContainText("Result");
  await expect(state).not.toContainText("tool_call_history");
  const left = state.getByRole("region", { name: "Exchanges of general, Left" });
  await expect(left.getByRole("button", { name: /Exchange 1/ })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  const tools = admin.getByRole("row").filter({ hasText: "Tool calls" });
  await expect(tools).toContainText("same");
  expect(await findViolations(admin)).toEqual([]);

  await admin.getByRole("link", { name: "Swap" }).click();
  await expect(admin).toHaveURL(new RegExp(`a=${second}&b=${first}`));
  await expect(state).toContainText("Only left");
});

test("an auditor compares shapes, and is not told which values are equal", async ({ openAs }) => {
  const [auditor, admin] = [await openAs("auditor"), await openAs("admin")];
  const [first, second] = await twoRuns(auditor);
  await openRuns(admin, [first, second]);
  const address = `/api/admin/compare?a=${first}&b=${second}`;
  const masked = await (await auditor.request.get(address)).json();
  const full = await (await admin.request.get(address)).json();

  type State = { agentId: string; change: string; values: { right: unknown }[] };
  const general = ({ states }: { states: State[] }) =>
    states.find(({ agentId }) => agentId === "general");
  expect(JSON.stringify(full)).toContain("for _ in range");
  expect(JSON.stringify(masked)).not.toContain("for _ in range");
  expect(general(full)?.values[0]?.right).toMatchObject({ value: expect.any(String) });
  expect(masked.hidden).toBe(true);
  expect(general(masked)).toMatchObject({ change: "hidden", values: [] });
  expect(masked.hops.counts.same).toBe(0);

  await auditor.goto(`/admin/compare?a=${first}&b=${second}`);
  await expect(auditor.getByText("only the shapes of the two runs are compared")).toBeVisible();
  await expect(auditor.getByRole("region", { name: "State of general" })).toContainText("Hidden");
  expect(await findViolations(auditor)).toEqual([]);
});

test("an invalid run id is reported", async ({ openAs }) => {
  const admin = await openAs("admin");
  await admin.goto("/admin/compare");
  await admin.getByLabel("Left run").fill("nonsense");
  await admin.getByRole("button", { name: "Compare" }).click();
  await expect(admin.getByText("This is no id of a run.")).toHaveCount(2);
});

test("runs of one conversation are identified by their question", async ({ openAs }) => {
  const admin = await openAs("admin");
  const [first, second] = await twoRuns(admin);
  await admin.goto(`/admin/runs?q=${encodeURIComponent('"And for 31"')}`);
  const row = admin.getByRole("row").filter({ has: admin.locator(`a[href$="${second}"]`) });
  await expect(row.getByRole("link")).toHaveText("And for 31?");
  await expect(row).toContainText(/in “.*fibonacci\(30\)\??”/i);
  await row.getByRole("link").click();
  await expect(admin.getByRole("heading", { level: 1, name: "And for 31?" })).toBeVisible();
  await expect(admin.getByText(/in “.*fibonacci\(30\)\??”/i)).toBeVisible();

  await admin.goto(`/admin/compare?a=${first}`);
  const others = admin.getByRole("region", { name: /Other runs of “.*fibonacci/i });
  await expect(others.getByRole("listitem")).toContainText("And for 31?");
});

test("a field offers the other runs of the conversation, selectable by keyboard", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const [first, second] = await twoRuns(admin);
  await admin.goto(`/admin/compare?a=${first}`);
  const field = admin.getByRole("combobox", { name: "Right run" });
  const offered = admin.getByRole("listbox", { name: "Runs of the same conversation" });
  await expect(field).toBeEditable();
  await field.click();
  await expect(offered.getByRole("option")).toHaveCount(1);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  expect(await findViolations(admin)).toEqual([]);
  await admin.keyboard.press("Escape");
  await expect(offered).toBeHidden();
  await expect(field).toHaveAttribute("aria-expanded", "false");

  await field.fill("for 32");
  await expect(offered).toBeHidden();
  await field.fill("for 31");
  await expect(offered.getByRole("option")).toContainText("And for 31?");
  await admin.keyboard.press("ArrowDown");
  await admin.keyboard.press("Enter");
  await expect(field).toHaveValue(second);
  await expect(offered).toBeHidden();
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(new RegExp(`a=${first}&b=${second}`));
});

test("two runs that are ticked in the list are compared", async ({ openAs }) => {
  const admin = await openAs("admin");
  const person = await joinOverHttp(sharedStack());
  const { runIds } = await converseOverHttp(person, ["Count to 30", "Count to 31"]);
  const [older, newer] = runIds;
  await openRuns(admin, runIds);
  await admin.goto(`/admin/runs?person=${person.email}`);
  for (const id of runIds) {
    const row = admin.getByRole("row").filter({ has: admin.locator(`a[href*="${id}"]`) });
    await row.getByRole("checkbox").check();
  }
  await admin.getByRole("link", { name: "Compare the two runs" }).click();
  await expect(admin).toHaveURL(`/admin/compare?a=${older}&b=${newer}`);
});
