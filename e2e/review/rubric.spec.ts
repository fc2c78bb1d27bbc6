/** An admin changes what all verdicts are given by, so it is done on a stack where nobody judges. */
import { findViolations } from "../fixtures/find-violations.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { lock, test } from "../fixtures/stacks/settings.ts";
import { expect } from "../fixtures/test.ts";

test.describe.configure({ lock });

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

test("the rubric is read by reviewers and changed by an admin, narrow and dark", async ({
  openAs,
}) => {
  const auditor = await openAs("auditor", NARROW_AND_DARK);
  await auditor.goto("/admin/review/rubric");
  const main = auditor.getByRole("main");
  await expect(main.getByLabel("Name").first()).toBeDisabled();
  await expect(main.getByRole("button", { name: "Save as a new version" })).toHaveCount(0);
  expect(await findViolations(auditor)).toEqual([]);
  const body = { headers: FROM_PAGE, data: { from: 1, rubric: { criteria: [], labels: [] } } };
  const address = "/api/admin/review/rubric";
  expect((await auditor.request.post(address, body)).status()).toBe(404);

  const admin = await openAs("admin", NARROW_AND_DARK);
  await admin.goto("/admin/review/rubric");
  const name = admin.getByRole("region", { name: "Criterion 4" }).getByLabel("Name").first();
  const changed = `Easy to read ${crypto.randomUUID().slice(0, 8)}`;
  await name.fill(changed);
  await admin.getByRole("button", { name: "Save as a new version" }).click();
  await expect(admin.getByRole("main")).toContainText(/Version \d+, by/);
  await expect(name).toHaveValue(changed);
  expect(await findViolations(admin)).toEqual([]);
});
