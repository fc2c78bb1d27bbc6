/** The search of a run on a slow line: a key means what is in the field, not what was found before. */
import { runOfQuestion } from "../../fixtures/runs-of.ts";
import { expect, test } from "../../fixtures/test.ts";

test("Enter selects nothing while what is listed was found for other words", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "What is fibonacci(90)?");
  const { promise: letIn, resolve: open } = Promise.withResolvers<void>();
  await admin.route("**/search?q=python_interpreter", async (route) => {
    await letIn;
    await route.continue();
  });
  await admin.goto(`/admin/runs/${id}?panel=events`);
  await expect(admin.getByRole("list", { name: "Events" })).toContainText("Run started");
  const field = admin.getByRole("combobox", { name: "Search in this run" });
  const hits = admin.getByRole("listbox", { name: "Events found" }).getByRole("option");
  await field.fill("run");
  await expect(hits.first()).toBeVisible();
  const asked = admin.waitForRequest(/q=python_interpreter$/);
  await field.fill("python_interpreter");
  await field.press("Enter");
  await asked;
  await field.press("Enter");
  await expect(hits.first()).toBeVisible();
  expect(new URL(admin.url()).searchParams.has("event")).toBe(false);
  open();
  await expect(hits.first()).toContainText("python_interpreter");
  await field.press("Enter");
  await expect(admin).toHaveURL(/event=\d+/);
});
