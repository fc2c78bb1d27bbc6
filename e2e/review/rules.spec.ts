/** An admin makes a rule, a run that it finds becomes a case, and an auditor reads why; runs are sent from their list. */
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 120_000 });

const RULE = `zq rule ${crypto.randomUUID().slice(0, 8)}`;

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
  await expect
    .poll(async () => {
      await auditor.goto("/admin/review?reason=random");
      await expect(auditor.getByText("Loading the cases")).toHaveCount(0);
      return auditor.getByRole("main").innerText();
    })
    .toContain("Random sample of 100 %");
  expect(await findViolations(auditor)).toEqual([]);
  await auditor.getByRole("table").getByRole("button").first().click();
  const desk = auditor.getByRole("region", { name: "Verdict" });
  await expect(desk).toContainText(`Rule: ${RULE}`);
  await desk.getByRole("button", { name: "Leave the case" }).click();

  await admin.getByRole("button", { name: `Change: ${RULE}` }).click();
  const edited = admin.getByRole("form", { name: RULE });
  await edited.getByLabel("The rule is on").uncheck();
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(edited).toHaveCount(0);
  await expect(admin.getByText("Versions (2)")).toBeVisible();

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
  await admin
    .getByRole("checkbox", { name: /^Compare: / })
    .first()
    .check();
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
