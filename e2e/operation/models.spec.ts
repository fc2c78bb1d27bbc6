/** The page of models: what is shown, who may ask a server again, and its looks. */
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

const ADDRESS = "/admin/models";

test.describe("operators", () => {
  test.use({ allowedErrors: [/429/] });

  test("an admin reads what the server can do, and asks it again, once a minute", async ({
    openAs,
  }) => {
    const admin = await openAs("admin");
    await admin.goto(ADDRESS);
    const connection = admin.getByRole("region", { name: "default" });
    await expect(connection.getByText("Right", { exact: true })).toBeVisible();
    await expect(connection).toContainText(/127\.0\.0\.1:\d+ answers and has "demo"/);
    await expect(connection).toContainText("OPENAI_API_KEY");
    await expect(connection).toContainText("own server: no price per token");
    const table = connection.getByRole("table", { name: "What default can do" });
    const tools = table.getByRole("row", { name: /^Tools/ });
    await expect(tools).toContainText("200: a call was reported");
    const embeddings = table.getByRole("row", { name: /^Embeddings/ });
    await expect(embeddings).toContainText("cannot");
    await expect(embeddings).toContainText("Documents are searched by words.");
    await expect(table.getByRole("row", { name: /^Empty text/ })).toContainText("not known");

    const since = embeddings.getByRole("time").last();
    const before = await since.getAttribute("datetime");
    const ask = connection.getByRole("button", { name: "Ask again what default can do" });
    // Refused while an earlier run of this test has asked: the limit holds for everybody.
    await expect(async () => {
      await ask.focus();
      await admin.keyboard.press("Enter");
      await expect(ask).toHaveText("Ask again");
      await expect(since).not.toHaveAttribute("datetime", before ?? "", { timeout: 5_000 });
    }).toPass();
    await expect(embeddings).toContainText("404 for embeddings");

    await ask.click();
    await expect(connection.getByRole("alert")).toContainText("Too many attempts");
  });
});

test.describe("others", () => {
  test.use({ allowedErrors: [/404/] });

  test("an auditor reads only, and a person finds nothing", async ({ openAs, page, signIn }) => {
    const auditor = await openAs("auditor");
    await auditor.goto(ADDRESS);
    await expect(auditor.getByRole("table", { name: "What default can do" })).toBeVisible();
    await expect(auditor.getByRole("button", { name: /Ask again/ })).toHaveCount(0);
    const status = (address: string, method: string) => (by: typeof page) =>
      by.evaluate(
        async ([to, how]) => (await fetch(to ?? "", { method: how })).status,
        [address, method],
      );
    const ask = status("/api/admin/models?connection=default", "POST");
    expect(await ask(auditor)).toBe(404);

    await signIn("user");
    await page.goto("/");
    expect((await page.goto(ADDRESS))?.status()).toBe(404);
    expect(await ask(page)).toBe(404);
    expect(await status("/api/admin/models", "GET")(page)).toBe(404);
  });
});

test.describe("a failure", () => {
  test.use({ allowedErrors: [/503|Failed to load/] });

  test("is told, and the page can be read again", async ({ openAs }) => {
    const admin = await openAs("admin");
    await admin.route("**/api/admin/models", (route) => route.fulfill({ status: 503, body: "{}" }));
    await admin.goto(ADDRESS);
    const again = admin.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await admin.unroute("**/api/admin/models");
    await again.click();
    await expect(admin.getByRole("table", { name: "What default can do" })).toBeVisible();
  });
});

/** What two turns were refused, and a probe that showed nothing. */
const CONCLUDED = {
  holds: false,
  value: null,
  source: "refusal",
  at: "2026-11-28T18:03:00.000Z",
  evidence:
    "400 for a call with tools (run 0192f5c0-7d1e-7b1a-9c50-2f8a6f0d3a11, 2026-11-28 17:40 UTC), and 400 for a call with tools (run 0192f5c0-9a2b-7c33-8f11-6b1d20e4c7d2, 2026-11-28 18:03 UTC); until 2026-11-29 18:03 UTC",
};
const UNCLEAR = { at: "2026-11-28T18:03:00.000Z", words: "429: not answered" };

for (const [name, look] of [
  ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ["narrow and light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["wide and dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ["wide and light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
] as const) {
  test(`names two runs and what stayed unclear, ${name}`, async ({ openAs }) => {
    const auditor = await openAs("auditor", look);
    await auditor.route("**/api/admin/models", async (route) => {
      const response = await route.fetch();
      const shown = (await response.json()) as {
        connections: { capabilities: { name: string }[] }[];
      };
      for (const { capabilities } of shown.connections)
        for (const each of capabilities)
          if (each.name === "tools") Object.assign(each, { finding: CONCLUDED });
          else if (each.name === "images") Object.assign(each, { finding: null, unclear: UNCLEAR });
      await route.fulfill({ response, json: shown });
    });
    await auditor.goto(ADDRESS);
    const table = auditor.getByRole("table", { name: "What default can do" });
    const tools = table.getByRole("row", { name: /^Tools/ });
    await expect(tools).toContainText("until 2026-11-29 18:03 UTC");
    await expect(tools).toContainText("a refused call");
    const images = table.getByRole("row", { name: /^Images/ });
    await expect(images).toContainText("unclear");
    await expect(images).toContainText("429: not answered");
    expect(await findViolations(auditor)).toEqual([]);
    const width = await auditor.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(look.viewport.width);
  });
}

for (const [name, look] of [
  ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ["wide and light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
] as const) {
  test(`the page is usable ${name}`, async ({ openAs }) => {
    const auditor = await openAs("auditor", look);
    await auditor.goto(ADDRESS);
    await expect(
      auditor.getByText("Documents are searched by words.").filter({ visible: true }),
    ).toBeVisible();
    expect(await findViolations(auditor)).toEqual([]);
    const width = await auditor.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(look.viewport.width);
  });
}
