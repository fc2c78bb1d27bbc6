/** An admin makes a rule, a run that it finds becomes a case, and an auditor reads why; runs are sent from their list. */
import { findViolations } from "../fixtures/find-violations.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { caseRow, openCaseList } from "../fixtures/review/case-list.ts";
import { seedSampledRun } from "../fixtures/review/sampled-run.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

/** Empty: its run is no case yet. */
async function referenceOf(runId: string): Promise<string> {
  const [found] = await sql<{ reference: string }>(
    "SELECT reference FROM review_case WHERE run_id = $1",
    [runId],
  );
  return found?.reference ?? "";
}

test("from the rule to the case, and what its person reads", async ({
  page,
  person,
  signIn,
  openAs,
}) => {
  const name = `zq rule ${crypto.randomUUID().slice(0, 8)}`;
  await signIn("user");
  const [admin, auditor] = [await openAs("admin"), await openAs("auditor")];
  await admin.goto("/admin/review/rules");
  await expect(admin.getByRole("heading", { name: "Thumbs down with words" })).toBeVisible();
  await admin.getByRole("button", { name: "New rule" }).click();
  const form = admin.getByRole("form", { name: "New rule" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("combobox", { name: "Finds" }).click();
  await admin.getByRole("option", { name: "Random sample" }).click();
  await form.getByLabel("Percent").fill("100");
  await form.getByRole("button", { name: "Try" }).click();
  await expect(form).toContainText(/Would have put in about \d/);
  expect(await findViolations(admin)).toEqual([]);
  // The runs of other tests stay out of it.
  await form.getByLabel("Percent").fill("0.01");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByRole("heading", { name })).toBeVisible();

  await auditor.goto("/admin/review/rules");
  await expect(auditor.getByRole("heading", { name })).toBeVisible();
  await expect(auditor.getByRole("button", { name: "New rule" })).toHaveCount(0);
  const rule = { do: "try", test: { kind: "denied" } };
  const headers = { origin: new URL(auditor.url()).origin };
  for (const [path, data] of [
    ["/api/admin/review/rules", rule],
    ["/api/admin/review/sent", { filters: {} }],
  ] as const) {
    expect((await auditor.request.post(path, { data, headers })).status()).toBe(404);
    expect((await page.request.post(path, { data, headers })).status()).toBe(404);
  }
  expect((await page.request.get("/api/admin/review/rules")).status()).toBe(404);

  const { email } = await person("user");
  const runId = await seedSampledRun(email, "What is fibonacci(12)?", name);
  await expect.poll(() => referenceOf(runId)).not.toBe("");
  const reference = await referenceOf(runId);
  await openCaseList(auditor, reference, "reason=random");
  const own = caseRow(auditor, reference);
  await expect(own).toContainText("Random sample of 0.01 %");
  expect(await findViolations(auditor)).toEqual([]);
  await own.getByRole("button").first().click();
  const desk = auditor.getByRole("region", { name: "Verdict" });
  await expect(desk).toContainText(`Rule: ${name}`);
  await desk.getByRole("button", { name: "Leave the case" }).click();

  await admin.getByRole("button", { name: `Change: ${name}` }).click();
  const edited = admin.getByRole("form", { name });
  await edited.getByLabel("The rule is on").uncheck();
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(edited).toHaveCount(0);
  const saved = admin.getByRole("listitem").filter({ has: admin.getByRole("heading", { name }) });
  await expect(saved.getByText("Versions (2)")).toBeVisible();

  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Who looked" })).toContainText(
    "it was in the random sample",
  );
});

test("runs of the list are sent to review, on a narrow, dark screen, too", async ({ openAs }) => {
  const asking = await joinOverHttp(sharedStack());
  const { runIds } = await converseOverHttp(asking, ["What is fibonacci(13)?"]);
  const [runId = ""] = runIds;
  const admin = await openAs("admin", NARROW_AND_DARK);
  await admin.goto(`/admin/runs?person=${asking.email}`);
  const own = admin.getByRole("row").filter({ has: admin.locator(`a[href*="${runId}"]`) });
  await own.getByRole("checkbox", { name: /^Compare: / }).check();
  await admin.getByRole("button", { name: "Send 1 to review" }).click();
  await expect(admin.getByRole("main")).toContainText("Sent 1 run to review.");
  await admin.getByRole("button", { name: "Send 1 to review" }).click();
  await expect(admin.getByRole("main")).toContainText("All of them were sent before.");
  expect(await findViolations(admin)).toEqual([]);
  const reference = await referenceOf(runId);
  await openCaseList(admin, reference, "reason=sent");
  await expect(caseRow(admin, reference)).toContainText("Sent by an admin");
  await admin.goto("/admin/review/rules");
  await admin.getByRole("button", { name: "New rule" }).click();
  expect(await findViolations(admin)).toEqual([]);
});
