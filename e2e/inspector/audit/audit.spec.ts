/** The page of the audit trail, for each role. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findViolations } from "../../fixtures/find-violations.ts";
import { openRuns } from "../../fixtures/open-runs.ts";
import { joinOverHttp, takeTurn } from "../../fixtures/people/http-person.ts";
import { sharedStack } from "../../fixtures/product-database.ts";
import { converseOverHttp } from "../../fixtures/runs-of.ts";
import { expect, test } from "../../fixtures/test.ts";

test("an auditor reads who did what, follows it, and comes to the run", async ({ openAs }) => {
  const person = await joinOverHttp(sharedStack());
  await takeTurn(person, "What is fibonacci(90)?");
  const auditor = await openAs("auditor");
  await auditor.goto(`/admin/audit?person=${encodeURIComponent(person.email)}`);
  const rows = auditor.getByRole("table").getByRole("row");
  const ended = rows.filter({ hasText: "Run ended" });
  await expect(ended).toHaveCount(1);
  expect(await findViolations(auditor)).toEqual([]);

  const { runIds } = await converseOverHttp(person, ["What is fibonacci(80)?"]);
  await openRuns(auditor, runIds);
  await expect(ended).toHaveCount(2);
  await ended.first().getByRole("link", { name: "Only this run" }).click();
  await expect(ended).toHaveCount(1);
  await expect(auditor).toHaveURL(/run=[0-9a-f-]{36}/);
  await ended.getByRole("link", { name: "Open run" }).click();
  await expect(auditor.getByRole("heading", { name: "What is fibonacci(80)?" })).toBeVisible();
});

test("the page stands still while it is paused", async ({ openAs }) => {
  const person = await joinOverHttp(sharedStack());
  await takeTurn(person, "What is fibonacci(70)?");
  const admin = await openAs("admin");
  await admin.goto(`/admin/audit?person=${encodeURIComponent(person.email)}&action=run.ended`);
  const ended = admin.getByRole("table").getByRole("row").filter({ hasText: "Run ended" });
  await expect(ended).toHaveCount(1);
  const follow = admin.getByRole("button", { name: "Follow live" });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  await takeTurn(person, "What is fibonacci(60)?");
  await expect(ended).toHaveCount(1);
  await follow.click();
  await expect(ended).toHaveCount(2);
});

test("the trail is checked from the page, and exported as a bundle that proves itself", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  await admin.goto("/admin/audit");
  const since = new Date();
  await admin.getByRole("button", { name: "Check now" }).click();
  await admin.goto("/admin/audit?action=audit.checked");
  await expect(admin.getByRole("table").getByRole("row").nth(1)).toContainText("size:");
  const checked = admin.getByRole("status").locator("time");
  await expect
    .poll(async () => new Date((await checked.getAttribute("datetime")) ?? 0).getTime())
    .toBeGreaterThan(since.getTime() - 1_000);

  // A row is in a bundle once it is sealed.
  const link = admin.getByRole("link", { name: "Export" });
  const address = (await link.getAttribute("href")) ?? "";
  await expect
    .poll(async () => (await admin.request.get(address)).text())
    .toContain('"outcome":"allowed"');
  const downloading = admin.waitForEvent("download");
  await link.click();
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-bundle-"));
  await (await downloading).saveAs(join(folder, "bundle.jsonl"));
  const program = await admin.request.get("/halfsilver-verify.mjs");
  writeFileSync(join(folder, "halfsilver-verify.mjs"), await program.text());
  const { stdout, status } = spawnSync(
    process.execPath,
    ["halfsilver-verify.mjs", "bundle.jsonl"],
    { cwd: folder, encoding: "utf8" },
  );
  expect(stdout).toContain("The bundle holds");
  expect(status).toBe(0);
  await admin.goto("/verify");
  await expect(admin.getByLabel("Choose a file")).toBeEnabled();
  await admin.getByLabel("Choose a file").setInputFiles(join(folder, "bundle.jsonl"));
  await expect(admin.getByRole("heading", { name: "The bundle holds" })).toBeVisible();
  const forged = readFileSync(join(folder, "bundle.jsonl"), "utf8").replace(
    '"allowed"',
    '"denied"',
  );
  writeFileSync(join(folder, "forged.jsonl"), forged);
  await admin.getByLabel("Choose a file").setInputFiles(join(folder, "forged.jsonl"));
  await expect(admin.getByRole("heading", { name: "The bundle does not hold" })).toBeVisible();
  await expect(admin.getByText("Its row was changed.")).toBeVisible();
});

test("people without the permission get neither page, nor trail, nor check, nor export", async ({
  openAs,
  person: account,
}) => {
  const person = await openAs("user");
  const answers = [
    await person.request.get("/admin/audit"),
    await person.request.get("/api/admin/audit"),
    await person.request.post("/api/admin/audit", { headers: { "sec-fetch-site": "same-origin" } }),
    await person.request.get("/api/admin/audit/export"),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404, 404]);
  const auditor = await openAs("auditor");
  await auditor.goto("/admin/audit");
  await auditor.getByRole("link", { name: /refused attempts? in the last day/ }).click();
  await expect(auditor).toHaveURL(/action=inspector\.denied/);
  // Another test is refused a hundred times at once.
  const { email } = await account("user");
  await auditor.goto(`/admin/audit?action=inspector.denied&actor=${encodeURIComponent(email)}`);
  const row = auditor.getByRole("row").filter({ hasText: "/api/admin/audit/export" });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("refused");
});

test("the page fits a phone, in the dark", async ({ openAs }) => {
  const admin = await openAs("admin", {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await admin.goto("/admin/audit");
  await expect(admin.getByRole("table")).toBeVisible();
  expect(await findViolations(admin)).toEqual([]);
  const width = await admin.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
