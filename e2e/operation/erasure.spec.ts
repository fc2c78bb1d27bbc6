/** Erasing on its page: by whom, and with which confirmation. What is left of it is in traces.spec.ts. */
import { chatPage, conversationIdOf, talk } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { listDenials } from "../fixtures/list-denials.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { erase } from "../fixtures/people/erase-on-page.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const ADDRESS = "/admin/erasure";

test.describe("an admin", () => {
  test.use({ allowedErrors: [/404/] });

  test("erases a conversation from its run, after typing what is meant", async ({
    page,
    openAs,
  }) => {
    await joinAsNewPerson(page);
    const [erased, kept] = [await talk(page, "hello, first"), await talk(page, "hello, second")];
    const admin = await openAs("admin");
    const [runId] = await runsOfConversation(admin, erased);
    await admin.goto(`/admin/runs/${runId}`);
    await admin.getByRole("link", { name: "Erase…" }).click();
    const result = admin.getByRole("region", { name: "What would be erased" });
    await expect(result).toContainText("Messages2");
    expect(await findViolations(admin)).toEqual([]);
    await erase(admin, conversationIdOf(erased).slice(0, 8));
    expect((await admin.request.get(`/api/admin/runs/${runId}`)).status()).toBe(404);
    await admin.getByRole("button", { name: "See what would be erased" }).click();
    await expect(admin.getByText("There is nothing of that name.")).toBeVisible();
    await page.goto(erased);
    await expect(page.getByText("hello, first")).toHaveCount(0);
    await page.goto(kept);
    await expect(chatPage(page).asked).toContainText("hello, second");
  });

  test.describe("of a person", () => {
    // The person's open page asks once more before it learns that the session is over.
    test.use({ allowedErrors: [/status of 401/] });

    test("erases them, whose session is over", async ({ page, openAs }) => {
      const { email } = await joinAsNewPerson(page);
      await talk(page, "hello");
      const admin = await openAs("admin", { viewport: { width: 390, height: 800 } });
      await admin.goto("/admin/runs");
      const navigation = admin.getByRole("navigation", { name: "Inspector" });
      await navigation.getByRole("link", { name: "Erasure" }).click();
      await expect(admin.getByRole("row", { name: /Memory of agents/ })).toContainText("30 days");
      const subject = admin.getByLabel("Conversation or person");
      await subject.fill("neither");
      await subject.press("Enter");
      await expect(admin.getByText("This is neither the id of a conversation")).toBeVisible();
      await subject.fill(email);
      await subject.press("Enter");
      expect(await findViolations(admin)).toEqual([]);
      const width = () => admin.evaluate(() => document.documentElement.scrollWidth);
      expect(await width()).toBeLessThanOrEqual(390);
      await erase(admin, email);
      await page.goto("/");
      await expect(page).toHaveURL(/\/sign-in/);
    });
  });
});

test.describe("anybody else", () => {
  test.use({ allowedErrors: [/404/] });

  test("gets neither the page nor the act, and the attempt is on record", async ({
    page,
    openAs,
  }) => {
    const { email } = await joinAsNewPerson(page);
    const address = await talk(page, "hello, I stay");
    const subject = { kind: "conversation", conversationId: conversationIdOf(address) };
    const data = { subject, confirmation: conversationIdOf(address).slice(0, 8) };
    const auditor = await openAs("auditor");
    for (const other of [page, auditor]) {
      expect((await other.goto(ADDRESS))?.status()).toBe(404);
      const headers = FROM_PAGE;
      const act = await other.request.post("/api/admin/erasure", { headers, data });
      expect(act.status()).toBe(404);
      expect((await other.request.get("/api/admin/erasure")).status()).toBe(404);
    }
    expect(await listDenials(email)).toEqual([ADDRESS, "/api/admin/erasure"]);
    const [runId] = await runsOfConversation(auditor, address);
    await auditor.goto(`/admin/runs/${runId}`);
    await expect(auditor.getByRole("link", { name: "Export" })).toBeVisible();
    await expect(auditor.getByRole("link", { name: "Erase…" })).toHaveCount(0);
    await auditor.goto("/admin/runs");
    await expect(auditor.getByRole("heading", { name: "Runs", level: 1 })).toBeVisible();
    await expect(auditor.getByRole("link", { name: "Erasure" })).toHaveCount(0);
    await page.goto(address);
    await expect(chatPage(page).asked).toContainText("hello, I stay");
  });
});
