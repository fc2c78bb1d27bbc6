/** The flow of trust: of calls in timeline and graph, of segments in a prompt, and blame from an effect back to sentences. */
import type { Page } from "@playwright/test";
import {
  FOREIGN_HOST,
  FOREIGN_SENTENCE,
  foreignEvents,
} from "../../../lib/db/inspector/testing/foreign-run-events.ts";
import { recordOddRun } from "../../../lib/db/inspector/testing/odd-runs.ts";
import { findViolations } from "../../fixtures/find-violations.ts";
import { openRuns } from "../../fixtures/open-runs.ts";
import { makePerson } from "../../fixtures/people/make-person.ts";
import { sharedStack } from "../../fixtures/product-database.ts";
import { expect, test } from "../../fixtures/test.ts";

let runId: string;

test.beforeAll(async () => {
  const { id } = await makePerson();
  ({ runId } = await recordOddRun(sharedStack().databaseUrl, id, foreignEvents));
});

const WINDOWS = {
  "1280 by 800": { width: 1280, height: 800 },
  "390 by 844": { width: 390, height: 844 },
} as const;

const openPanel = (page: Page, panel: string, more = "") =>
  page.goto(`/admin/runs/${runId}?panel=${panel}${more}`);

/** Opens the model call that wrote the letter. */
async function openCall(page: Page) {
  await openPanel(page, "model-calls");
  const calls = page.getByRole("list", { name: "Model calls" });
  const call = calls.getByRole("article", { name: "Model call m2" });
  await call.getByRole("button", { name: /^general/ }).click();
  await expect(call.getByRole("region", { name: "What it was shown" })).toBeVisible();
  return { calls, call };
}

for (const [name, viewport] of Object.entries(WINDOWS)) {
  test(`a prompt says what foreign text it has, and a call what may have asked for it, at ${name}`, async ({
    openAs,
  }) => {
    const admin = await openAs("admin", { viewport });
    await openRuns(admin, [runId]);
    const { calls, call } = await openCall(admin);
    await expect(calls.getByText("trust: Person")).toBeVisible();
    await expect(calls.getByText("trust: Not kept")).toBeVisible();

    const read = call.getByRole("region", { name: "What foreign text did this call read?" });
    await expect(read.getByRole("listitem")).toHaveText([
      /^Web ?through a model.*5 · /,
      new RegExp(`^Web ?${FOREIGN_HOST}.*3 · `),
      /^MCP server ?post.*5 · /,
      /^File.*4 · /,
    ]);
    await read.getByRole("button", { name: /^Show segment 3/ }).click();
    const segment = call.getByRole("button", { name: /^3/, expanded: true });
    await expect(segment).toBeFocused();

    const blame = call.getByRole("region", { name: "Where this call comes from" });
    await expect(blame).toContainText("Not all stand in the person's own words.");
    await expect(blame).toContainText("to stands only in");
    await expect(blame).toContainText("Some would leave. They are from");
    await expect(blame).toContainText(FOREIGN_SENTENCE);
    await expect(blame.getByRole("button", { name: /^Show segment 3/ }).first()).toBeVisible();
    expect(await findViolations(admin)).toEqual([]);
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await blame.getByRole("link", { name: /^Decision: event/ }).click();
    await expect(
      admin.getByRole("list", { name: "Events" }).locator("[aria-current=true]"),
    ).toContainText("Policy decided");
  });

  test(`timeline and graph name the trust of each call at ${name}`, async ({ openAs }) => {
    const admin = await openAs("admin", { viewport });
    await openRuns(admin, [runId]);
    await openPanel(admin, "timeline");
    const rows = admin.getByRole("treegrid", { name: "Timeline" }).getByRole("row");
    const visible = (row: string, word: string) =>
      rows.filter({ hasText: row }).getByText(word, { exact: true }).filter({ visible: true });
    await expect(visible("fetch_page", "Person")).toHaveCount(1);
    await expect(visible("send_letter", "Web")).toHaveCount(1);
    await expect(visible("test-model", "Not kept")).toHaveCount(1);
    expect(await findViolations(admin)).toEqual([]);

    await openPanel(admin, "graph");
    const graph = admin.getByRole("tree", { name: "Hop graph" });
    const sentences = graph.getByRole("treeitem").locator(":scope > title");
    await expect(sentences.filter({ hasText: "send_letter" })).toHaveText(/trust: Web/);
    await expect(sentences.filter({ hasText: "fetch_page" })).toHaveText(/trust: Person/);
    await expect(admin.getByRole("list", { name: "Trust" }).getByRole("listitem")).toHaveText([
      /Person/,
      /Web/,
    ]);
    expect(await findViolations(admin)).toEqual([]);
  });
}

test("an auditor sees where a call comes from, and neither the sentence nor the host", async ({
  openAs,
}) => {
  const auditor = await openAs("auditor");
  await openRuns(auditor, [runId]);
  const { call } = await openCall(auditor);
  const blame = call.getByRole("region", { name: "Where this call comes from" });
  await expect(blame).toContainText(/Web ?host masked-[0-9a-f]+/);
  await expect(blame).toContainText("Masked");
  await expect(blame.getByRole("button", { name: /^Show segment 3/ }).first()).toBeVisible();
  await openPanel(auditor, "events");
  await expect(auditor.getByRole("list", { name: "Events" })).toBeVisible();
  const text = await auditor.request.get(`/api/admin/runs/${runId}`);
  for (const hidden of [FOREIGN_SENTENCE, FOREIGN_HOST]) {
    expect(await text.text()).not.toContain(hidden);
    expect(await auditor.content()).not.toContain(hidden);
  }
  expect(await findViolations(auditor)).toEqual([]);
});
