import type { Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { listDenials } from "../fixtures/list-denials.ts";
import { listHandlers, listPages } from "../fixtures/list-routes.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { runOfQuestion, runsOfQuestions } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe("an admin", () => {
  /** Opens this person's only run through the list of runs, and gives a reason for what is masked. */
  async function openRunOf(admin: Page, email: string): Promise<void> {
    await admin.goto("/admin/runs");
    await admin.getByRole("searchbox", { name: "Person" }).fill(email);
    const runs = admin.getByRole("row").locator('a[href^="/admin/runs/"]');
    await expect(admin).toHaveURL(/person=/);
    await expect(runs).toHaveCount(1);
    await runs.click();
    await admin.waitForURL(/\/admin\/runs\/[0-9a-f-]{36}/);
    const notice = admin.getByRole("region", { name: "is masked" });
    await notice.getByLabel("Why do you look?").fill("A test reads this run");
    await notice.getByRole("button", { name: "Open payloads" }).click();
    await expect(notice).toHaveCount(0);
  }

  test("sees the call of Python, its arguments, its result and the hidden state", async ({
    page,
    openAs,
  }) => {
    const { email } = await joinAsNewPerson(page);
    const chat = await openNewConversation(page);
    await chat.say("What is fibonacci(90)?");
    await expect(chat.answers).toContainText("2880067194370816120");
    await chat.settled();

    const admin = await openAs("admin");
    await openRunOf(admin, email);
    await expect(admin.getByRole("heading", { name: "What is fibonacci(90)?" })).toBeVisible();
    const seen = admin.getByRole("region", { name: "What the person sees" });
    await expect(seen).toContainText("2880067194370816120");
    await expect(seen).not.toContainText("python_interpreter");

    await admin.getByRole("tab", { name: /Events/ }).click();
    const events = admin.getByRole("list", { name: "Events" });
    for (const title of [/Tool called/, /Tool returned/])
      await events.getByRole("button", { name: title }).click();
    await expect(events).toContainText("python_interpreter");
    await expect(events).toContainText("print(");
    await expect(events).toContainText("2880067194370816120");

    await admin.getByRole("tab", { name: "Model calls" }).click();
    const calls = admin.getByRole("list", { name: "Model calls" });
    await expect(calls.getByRole("article").first()).toBeVisible();
    expect(await calls.getByRole("article").count()).toBeGreaterThan(2);
    await expect(calls).toContainText("System prompt");
    await expect(calls.getByRole("table").first()).toBeVisible();

    await admin.getByRole("tab", { name: "Hidden state" }).click();
    await expect(admin.getByText("Nothing was known before this run.").first()).toBeVisible();
    const after = admin.getByRole("article", { name: /^After: version 1/ });
    await expect(after.filter({ hasText: "python_interpreter" })).toContainText(
      "2880067194370816120",
    );
  });

  test("sees the hidden state before and after the second run of a conversation", async ({
    openAs,
  }) => {
    const admin = await openAs("admin");
    const [id] = await runsOfQuestions(admin, "What is fibonacci(30)?", "And for 31?");
    const { runs } = await (await admin.request.get(`/api/admin/runs?q=${id}`)).json();
    expect(runs).toEqual([
      expect.objectContaining({ id, agentId: "general", status: "complete", toolCalls: 1 }),
    ]);
    await admin.goto(`/admin/runs/${id}?panel=states`);
    await expect(admin.getByRole("article", { name: /^Before: version 1/ }).first()).toBeVisible();
    await expect(admin.getByRole("article", { name: /^After: version 2/ }).first()).toBeVisible();
  });

  test("watches a live run", async ({ page, openAs, model }) => {
    const tag = newTag();
    const { email } = await joinAsNewPerson(page);
    const slowly = { text: "word ".repeat(2_000), tokenDelayMs: 60 };
    const code = "print(6 * 7)";
    const calls = [{ name: "python_interpreter", arguments: { code } }];
    await model.script(tag, [{ toolCalls: calls }, slowly]);
    const chat = await openNewConversation(page);
    await chat.say(`Work on ${tag}`);
    await expect(chat.answers).toContainText("word");

    const admin = await openAs("admin");
    await openRunOf(admin, email);
    const header = admin.getByRole("banner").or(admin.locator("header")).filter({ hasText: tag });
    await expect(header.getByText("Running")).toBeVisible();
    await admin.getByRole("tab", { name: /Events/ }).click();
    const events = admin.getByRole("list", { name: "Events" });
    const seen = admin.getByRole("region", { name: "What the person sees" });
    await expect(events.getByText("Run started")).toBeVisible();
    const before = await seen.innerText();
    await expect.poll(() => seen.innerText()).not.toBe(before);
    // Rows on screen do not move while new ones are appended.
    const first = events.getByRole("listitem").first();
    const place = await first.boundingBox();
    const sizeBefore = await events.getByRole("listitem").first().getAttribute("aria-setsize");
    await expect
      .poll(() => events.getByRole("listitem").first().getAttribute("aria-setsize"))
      .not.toBe(sizeBefore);
    expect(await first.boundingBox()).toEqual(place);
    // An open hop of a live run is pending, not a finding.
    await admin.getByRole("tab", { name: /Timeline/ }).click();
    const timeline = admin.getByRole("treegrid", { name: "Timeline" });
    await expect(timeline.getByText("Pending").first()).toBeVisible();
    await expect(timeline.getByText("Never ended")).toHaveCount(0);
    await chat.stop();
    await expect(header.getByText("Stopped")).toBeVisible();
    await expect(timeline.getByText("Pending")).toHaveCount(0);
    await admin.getByRole("tab", { name: /Events/ }).click();
    // The rows come in pages: the end may be further than the first press knows.
    await expect(async () => {
      await admin.locator("[data-list]").press("End");
      await expect(events).toContainText("Run ended", { timeout: 2_000 });
    }).toPass();
  });

  test("gets the same data as JSON", async ({ openAs }) => {
    const admin = await openAs("admin");
    const id = await runOfQuestion(admin, "What is fibonacci(90)?");
    const response = await admin.request.get(`/api/admin/runs/${id}`);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toContain("no-store");
    const inspection = await response.json();
    const bodies: { type: string }[] = inspection.events.map(
      ({ body }: { body: { type: string } }) => body,
    );
    const find = (type: string) => bodies.find((body) => body.type === type);
    expect(find("tool.called")).toMatchObject({
      tool: expect.stringContaining("python_interpreter"),
      arguments: { value: { code: expect.stringContaining("print") } },
    });
    expect(find("tool.returned")).toMatchObject({
      outcome: "ok",
      result: { value: expect.stringContaining("2880067194370816120") },
    });
    expect(find("model.called")).toMatchObject({
      manifest: {
        segments: expect.arrayContaining([expect.objectContaining({ kind: "system-prompt" })]),
      },
    });
    expect(inspection.states.map(({ agentId }: { agentId: string }) => agentId)).toContain(
      "general",
    );
    const seqs = inspection.events.map(({ seq }: { seq: number }) => seq);
    expect(seqs).toEqual(seqs.map((_: number, index: number) => index + 1));
  });
});

test("an answer is shown as its person saw it, and as raw text on demand", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "Write a python function for fibonacci");
  await admin.goto(`/admin/runs/${id}`);
  const answer = admin.getByRole("article", { name: "Assistant" }).last();
  await expect(answer.locator(".prose pre code").first()).toBeVisible();
  await answer.getByRole("button", { name: "Raw text" }).click();
  await expect(answer.locator(".prose")).toHaveCount(0);
  await expect(answer).toContainText("```");
});

test.describe("anyone else", () => {
  test.use({ allowedErrors: [/404/] });

  for (const role of ["user"] as const) {
    test(`gets 404 as ${role}, and the attempt is audited`, async ({ page }) => {
      const { email } = await joinAsNewPerson(page);
      const pages = listPages("/admin");
      const handlers = listHandlers("/api/admin");
      expect(pages.length).toBeGreaterThan(2);
      expect(handlers.length).toBeGreaterThan(2);
      for (const path of pages) {
        const response = await page.goto(path);
        expect(response?.status(), path).toBe(404);
        await expect(
          page.getByText("This page does not exist, or you may not open it."),
        ).toBeVisible();
        expect(await response?.text(), path).not.toMatch(/inspector/i);
        const payload = await page.request.get(path, { headers: { rsc: "1" } });
        expect(await payload.text(), path).toContain("NEXT_HTTP_ERROR_FALLBACK;404");
      }
      // Another person: of one, only so many attempts in a while are recorded.
      const { email: other } = await joinAsNewPerson(page);
      const bodies = new Set<string>();
      for (const { method, path } of handlers) {
        const response = await page.request.fetch(path, { method, headers: FROM_PAGE });
        expect(response.status(), `${method} ${path}`).toBe(404);
        bodies.add(await response.text());
      }
      expect(bodies.size).toBe(1);
      const denied = [...(await listDenials(email)), ...(await listDenials(other))];
      const known = handlers.map(({ path }) => path).filter((path) => !path.includes("nothing"));
      expect([...pages, ...known].filter((path) => !denied.includes(path))).toEqual([]);
    });
  }
});
