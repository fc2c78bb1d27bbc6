/** An admin writes the prompt of the model judge, reads how good it is, and switches it off. Nobody else finds its page. */
import type { Page } from "@playwright/test";
import { findViolations } from "../fixtures/find-violations.ts";
import { inTurn } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const PAGE = "/admin/review/judge";
const ADDRESS = `/api${PAGE}`;

test("a version is written and switched off by an admin alone", async ({ openAs }) => {
  const admin = await openAs("admin");
  await inTurn("judge", () => writeAndSwitchOff(admin));
});

async function writeAndSwitchOff(admin: Page): Promise<void> {
  await admin.goto("/admin/review");
  await admin.getByRole("link", { name: "Model judge" }).click();
  await expect(admin).toHaveURL(PAGE);
  const main = admin.getByRole("main");
  await expect(main.getByRole("status")).toHaveText(/No model is asked\.$/);
  expect(await findViolations(admin)).toEqual([]);
  await main.getByLabel("Prompt").fill("Wrong is an answer that is not true.");
  await main.getByRole("button", { name: "Write a new version" }).click();
  await expect(main.getByRole("status")).toHaveText(/^Version \d+ reads cases\.$/);
  await expect(main.getByRole("table").first()).toContainText("no case yet");
  await admin.reload();
  await expect(main.getByLabel("Prompt")).toHaveValue("Wrong is an answer that is not true.");
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.emulateMedia({ colorScheme: "dark" });
  expect(await findViolations(admin)).toEqual([]);
  const isWide = () =>
    admin.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(await isWide()).toBe(false);
  await main.getByRole("button", { name: "Switch off" }).click();
  await expect(main.getByRole("status")).toHaveText(
    /an admin switched it off\. No model is asked\.$/,
  );
}

test.describe("for everybody else", () => {
  test.use({ allowedErrors: [/404/] });

  for (const role of ["auditor", "user"] as const)
    test(`is not there: ${role}`, async ({ openAs }) => {
      const page = await openAs(role);
      expect((await page.goto(PAGE))?.status()).toBe(404);
      expect((await page.request.get(ADDRESS)).status()).toBe(404);
      const headers = { origin: new URL(page.url()).origin };
      for (const data of [{ do: "switch-off" }, { do: "write", prompt: "x", model: null }])
        expect((await page.request.post(ADDRESS, { data, headers })).status()).toBe(404);
    });
});
