/** The receipt of an answer: downloaded in the chat, checked by a stranger in a browser, and by Node alone. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test("a receipt is checked by anybody, and leads an operator to the run", async ({
  page,
  browser,
  openAs,
  baseURL,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  const downloading = page.waitForEvent("download");
  await chat.answers.last().getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Download receipt" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^receipt-[0-9a-f]{8}\.json$/);
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-receipt-"));
  const [receipt, forged] = [join(folder, "receipt.json"), join(folder, "forged.json")];
  await download.saveAs(receipt);
  writeFileSync(
    forged,
    readFileSync(receipt, "utf8").replace("2880067194370816120", "2880067194370816121"),
  );

  const stranger = await (await browser.newContext({ baseURL })).newPage();
  const requests: string[] = [];
  await stranger.goto("/verify");
  stranger.on("request", (request) => requests.push(request.method()));
  const file = stranger.getByLabel("Choose a file");
  await expect(file).toBeEnabled();
  await file.setInputFiles(receipt);
  await expect(stranger.getByRole("heading", { name: "The receipt holds" })).toBeVisible();
  await expect(stranger.getByText("2880067194370816120")).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Open the run" })).toHaveCount(0);
  expect(await findViolations(stranger)).toEqual([]);
  await file.setInputFiles(forged);
  await expect(stranger.getByRole("heading", { name: "The receipt does not hold" })).toBeVisible();
  await expect(stranger.getByText("The text is not what the person was shown.")).toBeVisible();
  expect(requests.filter((method) => method !== "GET")).toEqual([]);

  const program = await stranger.request.get("/halfsilver-verify.mjs");
  writeFileSync(join(folder, "halfsilver-verify.mjs"), await program.text());
  const verify = (name: string) =>
    spawnSync(process.execPath, ["halfsilver-verify.mjs", name], { cwd: folder, encoding: "utf8" });
  expect(verify("receipt.json")).toMatchObject({ status: 0 });
  expect(verify("forged.json")).toMatchObject({ status: 1 });
  await stranger.context().close();

  const auditor = await openAs("auditor");
  await auditor.goto("/verify");
  await expect(auditor.getByLabel("Choose a file")).toBeEnabled();
  await auditor.getByLabel("Choose a file").setInputFiles(receipt);
  await auditor.getByRole("link", { name: "Open the run in the inspector" }).click();
  await expect(auditor.getByText("Sealed", { exact: true })).toBeVisible();
});

test("nobody gets the receipt of another person's answer", async ({ page, openAs }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(30)?");
  await chat.settled();
  await chat.answers.last().getByRole("button", { name: "More" }).click();
  const link = page.getByRole("menuitem", { name: "Download receipt" });
  const address = (await link.getAttribute("href")) ?? "";
  expect(address).toMatch(/\/receipt$/);
  for (const role of ["user", "auditor", "admin"] as const)
    expect((await (await openAs(role)).request.get(address)).status(), role).toBe(404);
});

test("of two files the newer is judged, while the other is still read", async ({ page }) => {
  await page.goto("/verify");
  const file = page.getByLabel("Choose a file");
  await expect(file).toBeEnabled();
  const named = (name: string, body: string) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(body),
  });
  await file.setInputFiles(named("slow.jsonl", "{}\n".repeat(2_000_000)));
  await expect(page.getByText(/slow\.jsonl.*\d/)).toBeVisible();
  await file.setInputFiles(named("quick.json", '{"type":"receipt"}'));
  await expect(page.getByRole("heading", { name: "The receipt does not hold" })).toBeVisible();
  const shown = await page.locator("[aria-live=polite]").evaluateAll(async (regions) => {
    const texts = new Set<string>();
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame);
      texts.add(regions.map((region) => region.textContent).join());
    }
    return texts.size;
  });
  expect(shown).toBe(1);
});
