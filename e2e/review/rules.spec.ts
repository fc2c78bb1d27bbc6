/** An admin makes a rule, a run that it finds becomes a case, and an auditor reads why; runs are sent from their list. */
import type { Page } from "@playwright/test";
import { chatPage, conversationIdOf, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe.configure({ mode: "serial" });

const RULE = `zq rule ${crypto.randomUUID().slice(0, 8)}`;

/** Other tests ask beside this one: whoever takes what is first in a list may take theirs. */
async function runOf(chatting: Page): Promise<{ id: string; reference: string | null }> {
  const [run] = await sql<{ id: string; reference: string | null }>(
    `SELECT run.id, reference FROM run LEFT JOIN review_case ON run_id = run.id
      WHERE run.conversation_id = $1`,
    [conversationIdOf(chatting.url())],
  );
  if (!run) throw new Error(`${chatting.url()} has no run.`);
  return run;
}

test("from the rule to the case, and what its person reads", async ({ page: chatting, openAs }) => {
  const [admin, auditor] = [await openAs("admin"), await openAs("auditor")];
  await admin.goto("/admin/review/rules");
  await expect(admin.getByRole("heading", { name: "Thumbs down with words" })).toBeVisible();
  await admin.getByRole("button", { name: "New rule" }).click();
  const form = admin.getByRole("form", { name: "New rule" });
  await form.getByLabel("Name").fill(RULE);
  await form.getByRole("combobox", { name: "Finds" }).click();
  await admin.getByRole("option", { name: "Random sample" }).click();
  await form.getByLabel("Percent").fill("100");
  await form.getByRole("button", { name: "Try" }).click();
  await expect(form).toContainText(/Would have put in about \d/);
  expect(await findViolations(admin)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByRole("heading", { name: RULE })).toBeVisible();

  await auditor.goto("/admin/review/rules");
  await expect(auditor.getByRole("heading", { name: RULE })).toBeVisible();
  await expect(auditor.getByRole("button", { name: "New rule" })).toHaveCount(0);
  const rule = { do: "try", test: { kind: "denied" } };
  const headers = { origin: new URL(auditor.url()).origin };
  for (const [path, data] of [
    ["/api/admin/review/rules", rule],
    ["/api/admin/review/sent", { filters: {} }],
  ] as const) {
    expect((await auditor.request.post(path, { data, headers })).status()).toBe(404);
    expect((await chatting.request.post(path, { data, headers })).status()).toBe(404);
  }
  expect((await chatting.request.get("/api/admin/review/rules")).status()).toBe(404);

  await joinAsNewPerson(chatting);
  const chat = await openNewConversation(chatting);
  await chat.say("What is fibonacci(12)?");
  await chat.settled();
  await expect.poll(async () => (await runOf(chatting)).reference).not.toBeNull();
  const { reference } = await runOf(chatting);
  await auditor.goto("/admin/review?reason=random");
  const own = auditor.getByRole("row").filter({ hasText: reference ?? "none" });
  await expect(own).toContainText("Random sample of 100 %");
  expect(await findViolations(auditor)).toEqual([]);
  await own.getByRole("button").first().click();
  const desk = auditor.getByRole("region", { name: "Verdict" });
  await expect(desk).toContainText(`Rule: ${RULE}`);
  await desk.getByRole("button", { name: "Leave the case" }).click();

  await admin.getByRole("button", { name: `Change: ${RULE}` }).click();
  const edited = admin.getByRole("form", { name: RULE });
  await edited.getByLabel("The rule is on").uncheck();
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(edited).toHaveCount(0);
  const saved = admin
    .getByRole("listitem")
    .filter({ has: admin.getByRole("heading", { name: RULE }) });
  await expect(saved.getByText("Versions (2)")).toBeVisible();

  await chatting.goto("/account");
  await expect(chatting.getByRole("region", { name: "Who looked" })).toContainText(
    "it was in the random sample",
  );
});

test("runs of the list are sent to review, on a narrow, dark screen, too", async ({
  page: chatting,
  openAs,
}) => {
  await joinAsNewPerson(chatting);
  const chat = chatPage(chatting);
  await openNewConversation(chatting);
  await chat.say("What is fibonacci(13)?");
  await chat.settled();
  const admin = await openAs("admin", {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await admin.goto("/admin/runs");
  const { id } = await runOf(chatting);
  const own = admin.getByRole("row").filter({ has: admin.locator(`a[href*="${id}"]`) });
  await own.getByRole("checkbox", { name: /^Compare: / }).check();
  await admin.getByRole("button", { name: "Send 1 to review" }).click();
  await expect(admin.getByRole("main")).toContainText("Sent 1 run to review.");
  await admin.getByRole("button", { name: "Send 1 to review" }).click();
  await expect(admin.getByRole("main")).toContainText("All of them were sent before.");
  expect(await findViolations(admin)).toEqual([]);
  await admin.goto("/admin/review?reason=sent");
  await expect(admin.getByRole("main")).toContainText("Sent by an admin");
  await admin.goto("/admin/review/rules");
  await admin.getByRole("button", { name: "New rule" }).click();
  expect(await findViolations(admin)).toEqual([]);
});
