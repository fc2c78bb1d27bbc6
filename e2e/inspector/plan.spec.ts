import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { runOfQuestion } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const emailOf = async (runId: string) => {
  const [person] = await sql<{ email: string }>(
    'SELECT email FROM "user" JOIN run ON run.user_id = "user".id WHERE run.id = $1',
    [runId],
  );
  return person?.email ?? "";
};

const NO_HOST = "fetch https://nothing.invalid/ and summarise";

for (const role of ["admin", "auditor"] as const) {
  test.describe(`an ${role}`, () => {
    test("sees each step beside its execution, and the stored score recomputed", async ({
      openAs,
    }) => {
      const operator = await openAs(role);
      const runId = await runOfQuestion(operator, "What is fibonacci(90)?");
      await operator.goto(`/admin/runs/${runId}?panel=plan`);
      const steps = operator.getByRole("list", { name: "Steps" }).getByRole("listitem");
      const tool = steps.filter({ hasText: "python_interpreter@1" });
      await expect(tool).toContainText("s1.1");
      await expect(tool).toContainText("As planned");
      await expect(tool).toContainText("same arguments");
      await expect(operator.getByText("Stored 0, recomputed 0")).toBeVisible();
      await tool.getByText("Record and arguments").click();
      for (const name of ["Planned arguments", "Arguments that ran"]) {
        const shown = tool.getByRole("figure").filter({ hasText: name });
        await expect(shown).toContainText(role === "admin" ? "fibonacci" : "Masked");
      }
      await expect(tool.getByRole("link", { name: /^Record: event \d+/ })).toBeVisible();
      await expect(tool.getByRole("link", { name: /^Call: event \d+/ })).toBeVisible();

      await tool.getByRole("button", { name: "python_interpreter@1" }).click();
      await expect(operator).toHaveURL(/hop=h\d+/);
      await expect(tool.getByRole("button", { pressed: true })).toHaveCount(1);
      await operator.keyboard.press("ArrowUp");
      await expect(steps.first().getByRole("button", { pressed: true })).toBeFocused();
      expect(await findViolations(operator)).toEqual([]);

      const answer = await operator.request.get(`/api/admin/runs/${runId}/plan`);
      expect(answer.status()).toBe(200);
      const plan = await answer.json();
      const [agent, call] = plan.rows;
      expect(call).toMatchObject({ classes: ["ok"], step: { target: "python_interpreter@1" } });
      expect(call.attempts.shown[0].argsSha256).toBe(call.step.expectedArgsSha256);
      if (role === "admin") {
        expect(agent.step.objective.value).toContain("fibonacci(90)");
      } else {
        expect(agent.step.objective).toMatchObject({ value: null, withheld: "masked" });
        expect(agent.step.objective.sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(JSON.stringify(plan)).not.toContain("fibonacci");
        await expect(steps.first()).toContainText("Masked");
      }
    });

    test("sees a failed step with its cost, and finds such runs from the overview", async ({
      openAs,
    }) => {
      const operator = await openAs(role);
      const runId = await runOfQuestion(operator, NO_HOST);
      await operator.goto(`/admin/runs/${runId}?panel=plan`);
      const failed = operator
        .getByRole("list", { name: "Steps" })
        .getByRole("listitem")
        .filter({ hasText: "fetch_page@1" });
      await expect(failed.first()).toContainText(/Failed\+1/);
      const check = operator.getByText(/^Stored [0-9.]+, recomputed/);
      const [, stored, recomputed] =
        /Stored ([0-9.]+), recomputed ([0-9.]+)/.exec(await check.innerText()) ?? [];
      expect(Number(stored)).toBeGreaterThan(0);
      expect(recomputed).toBe(stored);

      await operator.goto("/admin/deviation?range=24h");
      const tools = operator.getByRole("table", { name: "Tools" });
      const row = tools.getByRole("row").filter({ hasText: "fetch_page@1" });
      await expect(row).toContainText("Failed");
      await row.getByRole("link", { name: /Failed/ }).click();
      await expect(operator).toHaveURL(/\/admin\/runs\?.*kind=failed/);
      await expect(operator).toHaveURL(/tool=fetch_page/);
      await operator.getByRole("searchbox", { name: "Person" }).fill(await emailOf(runId));
      await expect(operator.locator(`a[href*="${runId}"]`)).toHaveCount(1);
    });
  });
}

test("a step that runs reads Running, and after a stop the rest was not reached", async ({
  page,
  openAs,
  model,
}) => {
  const tag = newTag();
  await joinAsNewPerson(page);
  const step = (agent: string, objective: string, needs: string[]) => {
    return { agent, objective, needs, tools: [] };
  };
  const steps = [step("general", `Part ${tag} one`, []), step("users", "List them.", ["s1"])];
  await model.queue({
    scenario: "scripted",
    structured: true,
    match: `Work on ${tag}`,
    replies: [{ text: JSON.stringify({ reason: "Two.", steps }) }],
  });
  await model.script(`Part ${tag} one`, [{ text: "word ".repeat(2_000), tokenDelayMs: 60 }]);
  const chat = await openNewConversation(page);
  await chat.say(`Work on ${tag}`);
  await expect(chat.stopButton).toBeVisible();
  await expect(page).toHaveURL(/\/c\/./);

  const operator = await openAs("admin");
  const rows = operator.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect
    .poll(async () => (await runsOfConversation(operator, page.url())).length)
    .toBeGreaterThan(0);
  const [runId] = await runsOfConversation(operator, page.url());
  await operator.goto(`/admin/runs/${runId}?panel=plan`);
  await expect(rows.first()).toContainText("Running");
  await expect(rows.first()).not.toContainText("As planned");
  await expect(rows.last()).toContainText("Pending");
  const figures = operator.getByRole("region", { name: "Deviation" });
  await expect(figures).toContainText(/Deviation\s*–\s*so far/);
  await expect(rows.filter({ hasText: "Missing" })).toHaveCount(0);
  await chat.stop();
  await expect(rows.first()).toContainText("Stopped");
  await expect(rows.last()).toContainText("Not reached");
  await expect(operator.getByText("Stored 0, recomputed 0")).toBeVisible();
  expect(await findViolations(operator)).toEqual([]);
});
