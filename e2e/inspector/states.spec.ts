/** Hidden state, the history of context state, and the value tree, as admin and as auditor. */
import type { BrowserContextOptions, Page, Response } from "@playwright/test";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import type { Role } from "../fixtures/people/make-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { converseOverHttp, runsOfQuestions, type Talk } from "../fixtures/runs-of.ts";
import { test as base, expect } from "../fixtures/test.ts";

const PRODUCT = "Lanternfish";
const INTAKE = [
  "I want to write a project brief.",
  `The project is called ${PRODUCT}, a reading lamp that dims with the hour.`,
];

let intake: Talk;
let sums: Talk;

const talk = async (...questions: string[]) =>
  converseOverHttp(await joinOverHttp(sharedStack()), questions);

/** With a page of an operator who may read the runs. */
const test = base.extend<{ openFor(role: Role, look?: BrowserContextOptions): Promise<Page> }>({
  openFor: async ({ openAs }, use) => {
    await use(async (role, look) => {
      const page = await openAs(role, look);
      await openRuns(page, [...intake.runIds, ...sums.runIds]);
      return page;
    });
  },
});

test.beforeAll(async () => {
  intake = await talk(...INTAKE);
  sums = await talk("What is fibonacci(90)?", "What is fibonacci(80)?");
});

/** Collects the responses of the inspector's handlers to this page from now on. */
function collectAnswers(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on("response", (response: Response) => {
    if (response.url().includes("/api/admin/conversations/")) bodies.push(response.text());
  });
  return async () => (await Promise.all(bodies)).join("\n");
}

const lastOf = ({ runIds }: Talk) => runIds.at(-1) ?? "";

test.describe("hidden state", () => {
  test("is shown to an admin before and after a run, with the change, as readable messages", async ({
    openFor,
  }) => {
    const page = await openFor("admin");
    await page.goto(`/admin/runs/${lastOf(sums)}?panel=states`);
    const general = page.getByRole("region", { name: "State of general" });
    await expect(general.getByRole("article", { name: "Delta" })).toContainText("Exchange added");
    const after = general.getByRole("article", { name: /^After: version 2/ });
    await expect(after).toContainText("What is fibonacci(80)?");
    await expect(after).toContainText("Call python_interpreter");
    await expect(after).toContainText("23416728348467685");
    const before = general.getByRole("article", { name: /^Before: version 1/ });
    await expect(before.getByRole("button", { name: /Exchange 1/ })).toContainText("fibonacci(90)");
    const size = general.getByRole("figure", { name: "Size of general's state" });
    await expect(size).toContainText("expected");
    await size.getByText("The same as a table").click();
    await expect(size.getByRole("row")).toHaveCount(3);
    await general.getByRole("button", { name: "JSON" }).click();
    await expect(after.getByRole("tree", { name: "Decoded state" })).toContainText("is_gpa");
    expect(await findViolations(page)).toEqual([]);
  });

  test("opens an unchanged memory on its newest exchange, behind the changed ones", async ({
    openFor,
  }) => {
    const page = await openFor("admin");
    const questions = ["What is fibonacci(90)?", "What is fibonacci(80)?", "list users"];
    const [newest] = await runsOfQuestions(page, ...questions);
    await page.goto(`/admin/runs/${newest}?panel=states`);
    const states = page.getByRole("region", { name: /^State of / });
    await expect(states.first()).toContainText("After");
    await expect(states.first().getByRole("article", { name: /^After: version/ })).toBeVisible();
    const general = page.getByRole("region", { name: "State of general" });
    await expect(general).toContainText("unchanged");
    const before = general.getByRole("article", { name: /^Before: version/ });
    const exchange = (name: RegExp) => before.getByRole("button", { name });
    await expect(exchange(/Exchange 2/)).toHaveAttribute("aria-expanded", "true");
    await expect(exchange(/Exchange 1/)).toHaveAttribute("aria-expanded", "false");
    await expect(before).toContainText("23416728348467685");
  });

  test("shows an auditor callers, calls and sizes, but no content", async ({ openFor }) => {
    const page = await openFor("auditor");
    const answers = collectAnswers(page);
    await page.goto(`/admin/runs/${lastOf(sums)}?panel=states`);
    const after = page.getByRole("article", { name: /^After: version 2/ });
    await expect(after).toContainText("Call python_interpreter");
    await expect(after).toContainText("Masked");
    await expect(page.getByRole("button", { name: "JSON" })).toBeHidden();
    const sent = await answers();
    expect(sent).toContain('"tool":"python_interpreter"');
    expect(sent).toContain('"withheld":"masked"');
    for (const secret of ["23416728348467685", "fibonacci", "print("]) {
      expect(sent, secret).not.toContain(secret);
    }
    const admin = await openFor("admin");
    const address = `/api/admin/conversations/${sums.conversationId}/states?run=${lastOf(sums)}`;
    expect(await (await admin.request.get(address)).text()).toContain("23416728348467685");
    expect(await findViolations(page)).toEqual([]);
  });

  test("reports a stored state that cannot be decoded, with the reason", async ({ openFor }) => {
    const [first = ""] = sums.runIds;
    const where = "conversation_id = $1 AND agent_id = 'general' AND version = 1";
    const [stored] = await sql<{ state: unknown }>(
      `SELECT state FROM hidden_state WHERE ${where}`,
      [sums.conversationId],
    );
    const broken = `UPDATE hidden_state SET state = $2 WHERE ${where}`;
    await sql(broken, [sums.conversationId, JSON.stringify({ is_gpa: true, gpa_messages: 7 })]);
    try {
      const page = await openFor("auditor");
      await page.goto(`/admin/runs/${first}?panel=states`);
      await expect(page.getByText(/Cannot be decoded: .*the place is hidden/)).toBeVisible();
      await expect(page.getByText("As it is stored")).toBeVisible();
    } finally {
      await sql(broken, [sums.conversationId, JSON.stringify(stored?.state)]);
    }
  });
});

test.describe("the history of context state", () => {
  const open = (page: Page, more = "") =>
    page.goto(`/admin/runs/${lastOf(intake)}?panel=context&agent=concierge${more}`);
  const memoryOf = (page: Page) => page.getByRole("region", { name: "Memory of concierge" });
  const slider = (page: Page) => page.getByRole("slider", { name: "Delta" });

  test("steps and scrubs through every delta without further requests", async ({ openFor }) => {
    const page = await openFor("admin");
    await open(page);
    const check = page.getByRole("region", { name: "Check of the chain" });
    await expect(check).toContainText(/Replayed: (\d+) of \1 digests match/);
    const memory = memoryOf(page);
    const after = memory.getByRole("region", { name: "After" });
    await expect(after).toContainText(PRODUCT);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) requests.push(request.url());
    });
    await slider(page).focus();
    await page.keyboard.press("Home");
    await expect(memory.getByRole("region", { name: "State" })).not.toContainText(PRODUCT);
    await page.keyboard.press("ArrowRight");
    await expect(memory.getByText("Delta 1", { exact: true })).toBeVisible();
    await expect(memory.getByRole("list", { name: "What changed" })).toBeVisible();
    await expect(after.getByText("changed").first()).toBeVisible();
    await memory.getByRole("button", { name: "One delta on" }).click();
    await expect(after).toContainText(PRODUCT);
    await expect(page).toHaveURL(/at=2/);
    expect(requests).toEqual([]);
    await page.reload();
    await expect(slider(page)).toHaveValue("2");
    expect(await findViolations(page)).toEqual([]);
  });

  test("links each path to the hop that set it", async ({ openFor }) => {
    const page = await openFor("admin");
    await open(page);
    const blame = page.getByRole("region", { name: "Blame" });
    await blame.getByLabel("Which hop set").pressSequentially("answers.goal");
    await expect(blame).toContainText(/Last set by delta \d+/);
    await expect(blame).toContainText(`Turn 2, ${INTAKE[1]}`);
    await blame.getByRole("link", { name: /^concierge/ }).click();
    await page.waitForURL((url) => url.pathname.endsWith(intake.runIds[1] ?? "?"));
    await expect(page).toHaveURL(/[?&]hop=[^&]/);
  });

  test("shows an auditor paths, digests and checks, but no values", async ({ openFor }) => {
    const page = await openFor("auditor");
    const answers = collectAnswers(page);
    await open(page);
    const memory = memoryOf(page);
    const after = memory.getByRole("region", { name: "After" });
    await expect(after).toContainText("/answers/goal");
    await expect(after.getByText(/masked/).first()).toBeVisible();
    await expect(page.getByText(/Replayed: (\d+) of \1 digests match/)).toBeVisible();
    const sent = await answers();
    expect(sent).toContain('"path":"/answers/goal"');
    // An auditor may read the person's messages, but not what an agent derived from them.
    const steps = `/api/admin/conversations/${intake.conversationId}/context/steps?agent=concierge&at=1`;
    expect(await (await page.request.get(steps)).text()).not.toContain(PRODUCT);
    const admin = await openFor("admin");
    expect(await (await admin.request.get(steps)).text()).toContain(PRODUCT);
    expect(await findViolations(page)).toEqual([]);
  });

  test("lists a change that was refused, with its reason, and leads to its event", async ({
    model,
    openFor,
  }) => {
    const tag = newTag();
    const words = `It is about marmalade for the keepers of seven lighthouses ${tag}`;
    const delta = { intake_summary: words };
    const quoting = { name: "update_context_state", arguments: { delta } };
    await model.script(tag, [{ toolCalls: [quoting] }, { text: "What is its aim?" }]);
    const refusing = await talk("I want to write a project brief.", words);
    const address = `/admin/runs/${lastOf(refusing)}?panel=context&agent=concierge`;
    const listOn = (reader: Page) => reader.getByRole("list", { name: "1 change was refused" });
    const auditor = await openFor("auditor");
    await openRuns(auditor, refusing.runIds);
    await auditor.goto(address);
    await expect(listOn(auditor)).toContainText("attempt 1");
    await expect(listOn(auditor)).not.toContainText("verbatim");
    const admin = await openFor("admin");
    await openRuns(admin, refusing.runIds);
    await admin.goto(address);
    await expect(listOn(admin)).toContainText("verbatim: it repeats the person's words");
    expect(await findViolations(admin)).toEqual([]);
    await listOn(admin).getByRole("link").click();
    await expect(admin).toHaveURL(/panel=timeline.*event=\d+|event=\d+.*panel=timeline/);
  });

  test("detects a changed digest, and a stored state that no delta leads to", async ({
    openFor,
  }) => {
    const id = intake.conversationId;
    const where = "conversation_id = $1 AND agent_id = 'concierge'";
    const [delta] = await sql<{ after_sha256: string }>(
      `SELECT after_sha256 FROM context_delta WHERE ${where} AND ordinal = 2`,
      [id],
    );
    const [state] = await sql<{ version: number; state: object }>(
      `SELECT version, state FROM hidden_state WHERE ${where} ORDER BY version DESC LIMIT 1`,
      [id],
    );
    const setDigest = `UPDATE context_delta SET after_sha256 = $2 WHERE ${where} AND ordinal = 2`;
    const setState = `UPDATE hidden_state SET state = $2 WHERE ${where} AND version = $3`;
    const forged = JSON.stringify(state?.state).replaceAll(PRODUCT, "Somethingelse");
    await sql(setDigest, [id, "0".repeat(64)]);
    await sql(setState, [id, forged, state?.version]);
    try {
      const page = await openFor("auditor");
      await open(page);
      const check = page.getByRole("region", { name: "Check of the chain" });
      await expect(check).not.toContainText(/Replayed: (\d+) of \1 digests match/);
      await expect(check).toContainText("digest differs from the recorded one");
      await expect(check).toContainText("no recorded delta leads to it");
      await expect(check).toContainText("not the one that the deltas lead to");
      await check.getByRole("button", { name: "Delta 2" }).click();
      await expect(memoryOf(page)).toContainText("replay gives another digest");
      await expect(page.getByText(/Finding: the digest differs/)).toBeVisible();
    } finally {
      await sql(setDigest, [id, delta?.after_sha256]);
      await sql(setState, [id, JSON.stringify(state?.state), state?.version]);
    }
  });

  test("keeps the values of a first state inside its card on a narrow screen", async ({
    openFor,
  }) => {
    const admin = await openFor("admin");
    await admin.setViewportSize({ width: 390, height: 844 });
    await admin.goto(`/admin/runs/${sums.runIds[0]}?panel=states`);
    const card = admin.getByRole("list").filter({ hasText: "/context_state" }).first();
    await expect(card).toBeVisible();
    expect(await card.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  });

  test("fits a narrow screen", async ({ openFor }) => {
    const page = await openFor("admin", { viewport: { width: 390, height: 844 } });
    await open(page);
    await expect(memoryOf(page).getByRole("region", { name: "After" })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
