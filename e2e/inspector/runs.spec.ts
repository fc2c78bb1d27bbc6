import type { Page } from "@playwright/test";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { sharedStack } from "../fixtures/product-database.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

type Run = { id: string; agents: string[]; inputTokens: number; outputTokens: number };

/** A new person asks these questions, one conversation each. */
async function ask(...questions: string[]): Promise<{ email: string; runIds: string[] }> {
  const person = await joinOverHttp(sharedStack());
  const runIds: string[] = [];
  for (const question of questions)
    runIds.push(...(await converseOverHttp(person, [question])).runIds);
  return { email: person.email, runIds };
}

const rowsOf = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("link") });
/** Rows without the header, whose cells are links too. */
const runsOf = (page: Page) => rowsOf(page).filter({ has: page.getByRole("cell") });
const listed = async (page: Page, query: string) =>
  (await page.request.get(`/api/admin/runs?${query}`)).json();

test("runs are found by text, person, agent, tool and status", async ({ openAs }) => {
  const tag = newTag();
  const { email } = await ask(`What is fibonacci(90)? ${tag}`, `Count to 4 ${tag}`);
  const admin = await openAs("admin");
  const words = `q=${tag}`;
  expect(await listed(admin, words)).toMatchObject({ runs: [], narrowed: "reason" });
  const { runs: asked } = await listed(admin, `person=${encodeURIComponent(email)}`);
  await openRuns(
    admin,
    asked.map(({ id }: { id: string }) => id),
  );
  await admin.goto("/admin/runs");
  await admin.getByRole("searchbox", { name: "Person" }).fill(email);
  await expect(runsOf(admin)).toHaveCount(2);
  await expect(admin.getByText("Showing 2 of 2")).toBeVisible();
  await admin.getByRole("searchbox", { name: "What was said" }).fill(`fibonacci ${tag}`);
  await expect(runsOf(admin)).toHaveCount(1);
  await expect(admin.getByText("Showing 1 of 1")).toBeVisible();

  const { runs } = await listed(admin, words);
  expect(runs).toHaveLength(2);
  const choose = async (filter: string, option: string | RegExp) => {
    await admin.getByRole("combobox", { name: filter }).click();
    await admin.getByRole("option", { name: option }).click();
  };
  await choose("Agent", "general");
  await expect(admin).toHaveURL(/agent=general/);
  await expect(runsOf(admin)).toHaveCount(1);
  await choose("Tool", /^python_interpreter/);
  await expect(admin).toHaveURL(/tool=python_interpreter/);
  await expect(runsOf(admin)).toHaveCount(1);
  await admin.reload();
  await expect(runsOf(admin)).toHaveCount(1);
  await choose("Status", "Failed");
  await expect(admin.getByText(/^No run .*fits these filters/)).toBeVisible();
  await admin.goBack();
  await expect(runsOf(admin)).toHaveCount(1);
  await admin.getByRole("button", { name: "Clear filters" }).click();
  await expect(admin).not.toHaveURL(/agent=|tool=|person=|q=/);
});

test("runs are sorted in both directions, and the address keeps the order", async ({ openAs }) => {
  const { email } = await ask("Count to 3", "What is fibonacci(30)?");
  const admin = await openAs("admin");
  await admin.goto(`/admin/runs?person=${email}`);
  await expect(runsOf(admin)).toHaveCount(2);
  const head = admin.getByRole("columnheader", { name: "Tokens in / out" });
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(admin).toHaveURL(/sort=tokens/);
  const shown = async () => {
    const links = runsOf(admin).getByRole("link");
    return links.evaluateAll((all) => all.map((link) => link.getAttribute("href")?.slice(-36)));
  };
  const { runs } = await listed(admin, `person=${email}&sort=tokens`);
  const tokens = runs.map((run: Run) => run.inputTokens + run.outputTokens);
  expect(tokens).toEqual(tokens.toSorted((one: number, other: number) => other - one));
  const ids = runs.map(({ id }: Run) => id);
  await expect.poll(shown).toEqual(ids);
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(shown).toEqual(ids.toReversed());

  // The second of two quick presses means what the first has made of the order.
  await head.getByRole("link").evaluate(async (link: HTMLElement) => {
    link.click();
    await new Promise((resolve) => setTimeout(resolve));
    link.click();
  });
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(admin).toHaveURL(/dir=asc/);
});

test("columns that say the same in every row give way to one line", async ({ openAs }) => {
  const { email } = await ask("Count to 3", "Count to 4", "Count to 5");
  const admin = await openAs("admin");
  await admin.goto(`/admin/runs?person=${email}`);
  await expect(runsOf(admin)).toHaveCount(3);
  const table = admin.getByRole("table");
  await expect(table).toHaveAccessibleDescription(/The same in every row:.*Agents: general/);
  await expect(table).toHaveAccessibleDescription(/Status: Complete/);
  for (const name of ["Agents", "Status", "Policy"])
    await expect(admin.getByRole("columnheader", { name })).toHaveCount(0);
  for (const name of ["Question, person", "Duration", "Started"])
    await expect(admin.getByRole("columnheader", { name })).toHaveCount(1);
  // Every absolute time carries its day.
  await expect(runsOf(admin).first()).toContainText(/\d{1,2} [A-Z][a-z]+ \d\d:\d\d:\d\d/);
  expect(await findViolations(admin)).toEqual([]);
  await admin.setViewportSize({ width: 390, height: 844 });
  await expect(runsOf(admin).first()).toBeInViewport({ ratio: 1 });
});

test("the export holds the listed runs, for both roles", async ({ openAs }) => {
  const { email, runIds } = await ask("Count to 3", "Count to 5");
  for (const role of ["auditor", "admin"] as const) {
    const operator = await openAs(role);
    await openRuns(operator, runIds);
    await operator.goto(`/admin/runs?person=${email}&sort=tokens`);
    await expect(runsOf(operator)).toHaveCount(2);
    const link = operator.getByRole("link", { name: /JSONL/ });
    const [download] = await Promise.all([operator.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^runs-\d{4}-\d{2}-\d{2}\.jsonl$/);
    const file = await operator.request.get((await link.getAttribute("href")) ?? "");
    const lines = (await file.text()).trim().split("\n");
    const { runs, total } = await listed(operator, `person=${email}&sort=tokens`);
    expect(lines).toHaveLength(total);
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(runs.map(({ id }: Run) => id));
    const csv = await operator.request.get(`/api/admin/runs/export?person=${email}&format=csv`);
    expect(csv.headers()["content-type"]).toContain("text/csv");
    expect((await csv.text()).trim().split("\r\n")).toHaveLength(total + 1);
  }
});

test("the overview leads to the runs behind its figures", async ({ openAs }) => {
  await ask("Count to 3");
  const admin = await openAs("admin");
  await admin.goto("/admin?range=7d");
  const card = admin.getByRole("region", { name: "Runs" });
  await expect(card.getByRole("img", { name: /over time/ })).toBeVisible();
  await expect(admin.getByRole("main").getByRole("region")).toHaveCount(8);
  await card.getByRole("button", { name: "Runs as a table" }).click();
  const table = card.getByRole("table", { name: "Runs over time" });
  await expect(table.getByRole("row")).toHaveCount(29);
  await table.getByRole("link").first().click();
  await expect(admin).toHaveURL(/\/admin\/runs\?from=.+&to=.+/);
  await expect(runsOf(admin).first()).toBeVisible();

  // Other tests delete runs, which both must count, or neither.
  await expect(async () => {
    const overview = await admin.request.get("/api/admin/overview?range=30d");
    const { total, from, to } = await overview.json();
    expect(total.runs).toBeGreaterThan(0);
    expect((await listed(admin, `from=${from}&to=${to}`)).total).toBeGreaterThanOrEqual(total.runs);
  }).toPass();
  await admin.goto("/admin");
  const failures = admin.getByRole("region", { name: "Failures" });
  // The headline leads to the failed runs, and each count of the note to its own.
  await expect(failures.getByRole("link", { name: /interrupted/ })).toHaveAttribute(
    "href",
    /status=interrupted/,
  );
  await failures.getByRole("link").first().click();
  await expect(admin).toHaveURL(/status=failed/);
});

test("a bar of a chart leads to its runs", async ({ openAs }) => {
  await ask("Count to 3");
  const admin = await openAs("admin");
  await admin.goto("/admin?range=24h");
  const plot = admin.getByRole("region", { name: "Runs" }).getByRole("img", { name: /over time/ });
  // The last one that has runs: another hour may have begun since.
  const bar = plot.locator("[data-bar]").last();
  await expect(bar).toBeVisible();
  const [frame, box] = [await plot.boundingBox(), await bar.boundingBox()];
  if (!frame || !box) throw new Error("the chart is not laid out");
  const x = box.x + box.width / 2 - frame.x;
  await plot.click({ position: { x, y: frame.height / 2 } });
  await expect(admin).toHaveURL(/\/admin\/runs\?from=.+&to=.+/);
  await expect(runsOf(admin).first()).toBeVisible();
});

test("an auditor gets the same runs without payloads, also in the responses", async ({
  openAs,
}) => {
  const { email, runIds } = await ask("What is fibonacci(90)?");
  const [auditor, admin] = [await openAs("auditor"), await openAs("admin")];
  for (const operator of [auditor, admin]) await openRuns(operator, runIds);
  const [forAuditor, forAdmin] = [
    await listed(auditor, `person=${email}`),
    await listed(admin, `person=${email}`),
  ];
  expect(forAuditor).toEqual(forAdmin);
  const [id] = runIds;
  const read = async (operator: Page) =>
    (await operator.request.get(`/api/admin/runs/${id}/events?after=0`)).text();
  const [masked, full] = [await read(auditor), await read(admin)];
  expect(full).toContain("print(");
  expect(masked).not.toContain("print(");
  expect(masked).toContain('"withheld":"masked"');
  for (const part of ["", "/trace", "/plan", "/calls", "/transcript"]) {
    const response = await auditor.request.get(`/api/admin/runs/${id}${part}`);
    expect(response.status(), part).toBe(200);
    expect(await response.text(), part).not.toContain("print(");
  }
  type Body = { type: string; text?: { value: string }; plan?: { steps: { target: string }[] } };
  type Shown = { seq: number; body: Body };
  const [openly, wholly]: Shown[][] = [JSON.parse(masked).events, JSON.parse(full).events];
  // Both roles may read what the person saw. It may span several deltas.
  const pieces = openly?.filter(({ body }) => body.type === "answer.delta") ?? [];
  const seen = pieces.map(({ body }) => body.text?.value).join("");
  expect(seen).toContain("2880067194370816120");
  expect(openly?.map(({ seq, body }) => [seq, body.type])).toEqual(
    wholly?.map(({ seq, body }) => [seq, body.type]),
  );
  const stepsOf = (events: Shown[] = []) =>
    events.find(({ body }) => body.type === "plan.made")?.body.plan?.steps.map((s) => s.target);
  expect(stepsOf(openly)).toEqual(stepsOf(wholly));

  const called = openly?.find(({ body }) => body.type === "tool.called");
  await auditor.goto(`/admin/runs/${id}?panel=events&event=${called?.seq}`);
  await expect(auditor.getByText("Masked").first()).toBeVisible();
});

const LOOKS = {
  "in the light theme": { colorScheme: "light" },
  "in the dark theme": { colorScheme: "dark" },
  "on a phone": { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const;

for (const [name, look] of Object.entries(LOOKS)) {
  test(`list and overview have no axe violations ${name}`, async ({ openAs }) => {
    await ask("Count to 3");
    const admin = await openAs("admin", look);
    await admin.goto("/admin/runs");
    await expect(runsOf(admin).first()).toBeVisible();
    expect(await findViolations(admin)).toEqual([]);
    await admin.goto("/admin/runs?q=nobody-ever-said-this");
    await expect(admin.getByText(/^No run .*fits these filters/)).toBeVisible();
    expect(await findViolations(admin)).toEqual([]);
    await admin.goto("/admin");
    await expect(admin.getByRole("img").first()).toBeVisible();
    expect(await findViolations(admin)).toEqual([]);
    await admin.getByRole("button", { name: "Latency as a table" }).click();
    expect(await findViolations(admin)).toEqual([]);
    const width = await admin.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(admin.viewportSize()?.width ?? 0);
  });
}
