/** Where the operator offers models, each person's answers come from the one they chose, and the notice names it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startTestStack } from "../../scripts/testing/test-stack.ts";
import { openNewConversation } from "../fixtures/chat-page.ts";
import type { DemoModelControl } from "../fixtures/demo-model-control.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

type Body = { model: string; tools?: unknown[] };

/** The models that were asked to answer a new question. Planning offers no tools and keeps its own model. */
async function whoAnswers(page: Page, model: DemoModelControl): Promise<string[]> {
  const tag = newTag();
  const chat = await openNewConversation(page);
  await chat.say(`What is fibonacci(10)? ${tag}`);
  await expect(chat.answers).toContainText("55");
  await chat.settled();
  const bodies = (await model.requests(tag)).map(({ body }) => body as Body);
  const answering = bodies.filter(({ tools }) => tools !== undefined && tools.length > 0);
  return [...new Set(answering.map((body) => body.model))];
}

async function expectNotice(page: Page, named: string, other: string): Promise<void> {
  await page.goto("/");
  const card = page.getByRole("region", { name: "Before you write" });
  await expect(card).toContainText(`A language model (${named}) answers`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeEditable();
  await card.getByRole("button", { name: "Understood" }).click();
  await expect(card).toHaveCount(0);
  await page.goto("/notice");
  await expect(page.getByRole("main")).toContainText(`A language model answers: ${named}.`);
  await expect(page.getByRole("main")).not.toContainText(other);
}

test("a chosen model answers its person, nobody else, and no longer than it is offered", async ({
  browser,
  model,
  modelUrl,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-model-choice-"));
  const file = join(folder, "models.json");
  const offer = (...choices: { connection: string; name: string }[]) => {
    const connection = (name: string) => ({ baseUrl: modelUrl, model: name });
    const connections = { fast: connection("swift-1"), thorough: connection("deep-9") };
    writeFileSync(file, JSON.stringify({ default: "fast", connections, choices }));
  };
  offer({ connection: "fast", name: "Fast" }, { connection: "thorough", name: "Thorough" });
  const stack = await startTestStack({ name: "model-choice", env: { MODELS_FILE: file } });
  try {
    const joined = async () => {
      const page = await (await browser.newContext({ baseURL: stack.url })).newPage();
      await joinAsNewPerson(page, stack);
      return page;
    };
    const [page, other] = [await joined(), await joined()];
    await expectNotice(page, "swift-1", "deep-9");

    await page.goto("/settings");
    const group = page.getByRole("group", { name: "Model" });
    await expect(group.getByLabel("As this server suggests")).toBeChecked();
    // A press before the page is hydrated has no effect.
    await expect(async () => {
      await group.getByLabel("Thorough").check();
      await expect(page.getByText("It answers from your next message on.")).toBeVisible();
    }).toPass();
    await page.reload();
    await expect(group.getByLabel("Thorough")).toBeChecked();
    expect(await findViolations(page)).toEqual([]);
    expect(await whoAnswers(page, model)).toEqual(["deep-9"]);
    await expectNotice(page, "deep-9", "swift-1");
    expect(await whoAnswers(other, model)).toEqual(["swift-1"]);
    await expectNotice(other, "swift-1", "deep-9");

    await stack.stop();
    offer({ connection: "fast", name: "Fast" });
    await stack.startAgain();
    await page.goto("/settings");
    const withdrawn = page.getByText("The model that you chose is not offered any more.");
    await expect(withdrawn).toBeVisible();
    await expect(group.getByLabel("As this server suggests")).toBeChecked();
    await expect(group.getByLabel("Thorough")).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await whoAnswers(page, model)).toEqual(["swift-1"]);
    await expectNotice(page, "swift-1", "deep-9");
    await page.goto("/settings");
    await expect(async () => {
      await group.getByLabel("Fast").check();
      await expect(page.getByText("It answers from your next message on.")).toBeVisible();
    }).toPass();
    await page.reload();
    await expect(group.getByLabel("Fast")).toBeChecked();
    await expect(withdrawn).toHaveCount(0);
  } finally {
    await stack.remove();
    rmSync(folder, { recursive: true });
  }
});
