/** The run page: one selection across log, timeline and conversation; search; keyboard; masking for auditors. */
import type { Page } from "@playwright/test";
import { RunTrace, SpanKind } from "../../lib/contracts/inspector/run/run-trace.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { runOfQuestion } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const QUESTION = "What is fibonacci(90)?";
const RESULT = "2880067194370816120";

const timelineOf = (page: Page) => page.getByRole("treegrid", { name: "Timeline" });
const eventsOf = (page: Page) => page.getByRole("list", { name: "Events" });
const transcriptOf = (page: Page) => page.getByRole("region", { name: "What the person sees" });

/** The spans of a run's trace, as its columns hold them. */
async function spansOf(admin: Page, runId: string) {
  const answer = await (await admin.request.get(`/api/admin/runs/${runId}/trace`)).json();
  const { spans } = RunTrace.parse(answer);
  let startMs = 0;
  return spans.kind.map((kind, at) => {
    startMs += spans.startMs[at] ?? 0;
    const durationMs = spans.durationMs[at] ?? 0;
    const name = spans.texts[spans.name[at] ?? -1];
    return {
      kind: SpanKind.options[kind],
      name,
      parent: spans.parent[at] ?? -1,
      startMs,
      durationMs,
    };
  });
}

test("routine is folded at first, in timeline and events, and an event alone selects its hop", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "What is 17 * 23?");
  const { events } = await (await admin.request.get(`/api/admin/runs/${id}`)).json();
  type Event = { seq: number; body: { type: string; hopRef?: string } };
  const called = (events as Event[]).find(({ body }) => body.type === "tool.called");
  await admin.goto(`/admin/runs/${id}?panel=timeline&event=${called?.seq}`);
  const timeline = timelineOf(admin);
  const selected = timeline.getByRole("row", { selected: true });
  await expect(selected).toContainText("python_interpreter");
  await expect(timeline.getByRole("row").filter({ hasText: "allowed: call:" })).toHaveCount(0);
  await admin.getByRole("button", { name: /routine event/ }).click();
  await expect(
    timeline.getByRole("row").filter({ hasText: "allowed: call:" }).first(),
  ).toBeVisible();

  await admin.goto(`/admin/runs/${id}?panel=events`);
  const routine = admin.getByRole("button", { name: /routine event/ });
  await expect(eventsOf(admin).getByRole("listitem").first()).toBeVisible();
  const folded = eventsOf(admin).getByText(/State loaded|^Policy decided/);
  await expect(folded).toHaveCount(0);
  await routine.click();
  await expect(folded.first()).toBeVisible();
  await routine.click();
  await expect(folded).toHaveCount(0);
  // An address that selects such an event shows it.
  const loaded = (events as Event[]).find(({ body }) => body.type === "state.loaded");
  await admin.goto(`/admin/runs/${id}?panel=events&event=${loaded?.seq}`);
  await expect(eventsOf(admin).locator("[aria-current=true]")).toContainText("State loaded");
});

test("an early call is shown as speculative, and a step says which results it reads", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "list users and chart how many joined each month");
  await admin.goto(`/admin/runs/${id}?panel=timeline`);
  const early = timelineOf(admin).getByRole("row").filter({ hasText: "Speculative, discarded" });
  await expect(early.first()).toContainText("general");
  await admin.goto(`/admin/runs/${id}?panel=plan`);
  await expect(admin.getByText("Reads the result of s1")).toBeVisible();
});

test("a service's work stands where it was done: within its hop, tools behind the call that asked", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "list users and chart how many joined each month");
  const spans = await spansOf(admin, id);
  const services = new Set(spans.flatMap(({ kind }, at) => (kind === "service" ? [at] : [])));
  const work = spans.filter(({ parent }) => services.has(parent));
  expect(work.filter(({ kind }) => kind === "tool").length).toBeGreaterThan(0);
  // Starts and lengths are rounded to a millisecond each.
  const ROUNDED_MS = 2;
  for (const { parent, startMs, durationMs } of work) {
    const service = spans[parent];
    const end = (service?.startMs ?? 0) + (service?.durationMs ?? 0);
    expect(startMs).toBeGreaterThanOrEqual((service?.startMs ?? 0) - ROUNDED_MS);
    expect(startMs + durationMs).toBeLessThanOrEqual(end + ROUNDED_MS);
  }
  for (const parent of new Set(work.map((one) => one.parent))) {
    const [first, ...rest] = work.filter((one) => one.parent === parent);
    expect(first?.kind).toBe("model-call");
    const answeredMs = (first?.startMs ?? 0) + (first?.durationMs ?? 0);
    for (const { startMs } of rest) expect(startMs).toBeGreaterThanOrEqual(answeredMs - ROUNDED_MS);
  }
  await admin.goto(`/admin/runs/${id}?panel=timeline`);
  const tool = timelineOf(admin).getByRole("row").filter({ hasText: "list_people" }).first();
  await expect(tool).toBeVisible();
});

test("keys move through the tree, and the log follows", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}?panel=timeline`);
  const timeline = timelineOf(admin);
  const rows = timeline.getByRole("row");
  const picked = timeline.locator("[role=row][aria-selected=true]");
  await expect(rows.nth(1)).toContainText("coordinator");
  const all = await timeline.getAttribute("aria-rowcount");

  await timeline.focus();
  await admin.keyboard.press("Home");
  await expect(picked).toHaveAttribute("aria-rowindex", "2");
  await admin.keyboard.press("ArrowLeft");
  await expect(picked).toHaveAttribute("aria-expanded", "false");
  expect(await timeline.getAttribute("aria-rowcount")).not.toBe(all);
  await admin.keyboard.press("ArrowRight");
  await expect(picked).toHaveAttribute("aria-expanded", "true");
  await expect(timeline).toHaveAttribute("aria-rowcount", String(all));
  await admin.keyboard.press("ArrowRight");
  await expect(picked).toHaveAttribute("aria-level", "2");
  await admin.keyboard.press("ArrowLeft");
  await admin.keyboard.press("ArrowLeft");
  await expect(picked).toHaveAttribute("aria-level", "1");
  // Back to the branch, and expand it.
  await admin.keyboard.press("ArrowRight");
  await admin.keyboard.press("ArrowRight");
  await expect(timeline).toHaveAttribute("aria-rowcount", String(all));

  const tool = rows.filter({ hasText: "python_interpreter" }).first();
  await tool.getByRole("button", { name: "python_interpreter", exact: true }).click();
  await expect(tool).toHaveAttribute("aria-selected", "true");
  // The address follows the selection with a delay, so wait until it names this hop.
  const hop = /h\d+/.exec((await tool.textContent()) ?? "")?.[0];
  await expect(admin).toHaveURL(new RegExp(`hop=${hop}&event=\\d+`));
  const seq = new URL(admin.url()).searchParams.get("event");
  await admin.keyboard.press("2");
  const row = eventsOf(admin).locator(`[data-seq="${seq}"]`);
  await expect(row).toBeInViewport();
  await expect(row).toHaveAttribute("aria-current", "true");
  await admin.keyboard.press("j");
  await expect(row).not.toHaveAttribute("aria-current", "true");
  await expect(eventsOf(admin).locator(`[data-seq="${Number(seq) + 1}"]`)).toHaveAttribute(
    "aria-current",
    "true",
  );
  await admin.keyboard.press("Escape");
  await expect(admin).not.toHaveURL(/event=/);
});

test("a key that is pressed again before the server has told the row's place moves on from there", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "What is 17 * 23?");
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await admin.route("**/events/*?rankIn=*", async (route) => {
    await asked;
    await route.continue();
  });
  await admin.goto(`/admin/runs/${id}?panel=events`);
  const rows = eventsOf(admin).getByRole("listitem");
  await expect(rows.nth(2)).toBeVisible();
  for (const index of [0, 1, 2]) {
    await admin.keyboard.press("j");
    await expect(rows.nth(index)).toHaveAttribute("aria-current", "true");
  }
  answer();
  await expect(rows.nth(2)).toHaveAttribute("aria-current", "true");
  await admin.keyboard.press("k");
  await expect(rows.nth(1)).toHaveAttribute("aria-current", "true");
});

test("keys are listed, and inactive in text fields", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}?panel=events`);
  await expect(eventsOf(admin).getByText("Run started")).toBeVisible();
  await admin.keyboard.press("?");
  const keys = admin.getByRole("dialog", { name: "Keys" });
  await expect(keys).toBeVisible();
  await admin.keyboard.press("3");
  await admin.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await admin.keyboard.press("/");
  const field = admin.getByRole("combobox", { name: "Search in this run" });
  await expect(field).toBeFocused();
  await admin.keyboard.type("2j?");
  await expect(field).toHaveValue("2j?");
  await expect(keys).toBeHidden();
  await expect(admin.getByRole("tab", { name: /Events/ })).toHaveAttribute("aria-selected", "true");
});

test("a delta of the answer leads to its event, and the event to the delta", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}?panel=events`);
  const transcript = transcriptOf(admin);
  const pieces = transcript.getByRole("region", { name: "How the answer arrived" });
  const last = pieces.getByRole("listitem").filter({ hasText: "End: complete" });
  await last.getByRole("button").click();
  const current = eventsOf(admin).locator("[aria-current=true]");
  await expect(current).toContainText("Run ended");
  await expect(current).toBeInViewport();

  await admin.goto(`/admin/runs/${id}?panel=events`);
  await eventsOf(admin)
    .getByRole("button", { name: /Tool called/ })
    .click();
  const thatMoment = pieces.locator("[aria-current=true]");
  await expect(thatMoment).toContainText("Status:");

  const stated = await transcript.locator("dl > div", { hasText: "Withheld" }).innerText();
  const {
    storedBytes,
    publicBytes,
    pieces: sent,
  } = await (await admin.request.get(`/api/admin/runs/${id}/transcript`)).json();
  const share = (((storedBytes - publicBytes) / storedBytes) * 100).toFixed(1);
  expect(stated).toContain(`${share} %`);
  await pieces.getByRole("button", { name: "Raw frames" }).click();
  await expect(pieces).toContainText("event:end");
  const said = sent.filter(({ kind }: { kind: string }) => kind === "text");
  const text = said.map(({ words }: { words: string }) => words).join("");
  // What was sent is Markdown; the person saw it rendered.
  await transcript.getByRole("button", { name: "Raw text" }).last().click();
  await expect(transcript.getByRole("article", { name: "Assistant" })).toContainText(text);
});

test("the server filters and counts event types", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}?panel=events`);
  await admin.getByRole("button", { name: "Types" }).click();
  const types = admin.getByRole("group", { name: "Types of events" });
  await types.getByRole("button", { name: "None" }).click();
  await types.getByLabel("tool.called").check();
  await types.getByLabel("tool.returned").check();
  await expect(eventsOf(admin).getByRole("listitem")).toHaveCount(2);
  const { eventCount } = await (await admin.request.get(`/api/admin/runs/${id}/trace`)).json();
  await expect(admin.getByText(`Showing 2 of ${eventCount}`)).toBeVisible();
});

test("a search finds all text for an admin, and unmasked text only for an auditor", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  const find = async (who: Page, words: string) => {
    await who.goto(`/admin/runs/${id}?panel=events`);
    await expect(eventsOf(who).getByText("Run started")).toBeVisible();
    await who.keyboard.press("/");
    await who.keyboard.type(words);
    return who.getByRole("listbox", { name: "Events found" }).getByRole("option");
  };
  const hits = await find(admin, "print(");
  const called = hits.filter({ hasText: "tool.called" });
  await expect(called.locator("mark")).toHaveText("print(");
  await called.click();
  await expect(eventsOf(admin).locator("[aria-current=true]")).toContainText("Tool called");

  const auditor = await openAs("auditor");
  await openRuns(auditor, [id]);
  const answered = auditor.waitForResponse(/\/search\?q=print%28/);
  await find(auditor, "print(");
  expect(await (await answered).json()).toEqual({ hits: [], total: 0, scope: "open" });
  await expect(auditor.getByText(/masked for auditors is not searched/)).toBeVisible();
  const open = await find(auditor, "python_interpreter");
  await expect(open.first()).toBeVisible();
  await expect(open.locator("mark")).toHaveCount(0);
});

test("keys select a search result, and Escape closes the list, then leaves the field", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}?panel=events`);
  await expect(eventsOf(admin).getByText("Run started")).toBeVisible();
  await admin.keyboard.press("/");
  await admin.keyboard.type("python_interpreter");
  const field = admin.getByRole("combobox", { name: "Search in this run" });
  const hits = admin.getByRole("listbox", { name: "Events found" }).getByRole("option");
  const isMarked = async (place: number) => {
    const marked = await hits.nth(place).getAttribute("id");
    await expect(field).toHaveAttribute("aria-activedescendant", marked ?? "none");
  };
  await expect(hits.nth(1)).toBeVisible();
  await isMarked(0);
  await admin.keyboard.press("ArrowUp");
  await isMarked(0);
  await admin.keyboard.press("ArrowDown");
  await isMarked(1);
  expect(await findViolations(admin)).toEqual([]);
  const seq = await hits.nth(1).locator("span").first().innerText();
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(new RegExp(`event=${seq}\\b`));
  await expect(hits.first()).toBeHidden();
  await expect(field).toHaveValue("python_interpreter");
  await expect(field).not.toHaveAttribute("aria-activedescendant");

  await admin.keyboard.press("ArrowUp");
  await isMarked(0);
  await admin.keyboard.press("Escape");
  await expect(hits.first()).toBeHidden();
  await expect(field).toBeFocused();
  await admin.keyboard.press("Escape");
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue("python_interpreter");
});

test("responses of handlers are compressed", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  for (const path of [`/api/admin/runs/${id}/trace`, "/api/admin/runs"]) {
    const answer = await admin.request.get(path);
    expect(answer.headers()).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "application/json",
    });
  }
  const file = await admin.request.get("/api/admin/runs/export?format=csv");
  expect(file.headers()["content-type"]).toContain("text/csv");
});

test("both roles get the same structure, and only an admin gets the content", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const auditor = await openAs("auditor");
  const id = await runOfQuestion(admin, QUESTION);
  await openRuns(auditor, [id]);
  const read = async (who: Page, path: string) =>
    (await who.request.get(`/api/admin/runs/${id}/${path}`)).text();
  const shape = async (who: Page) => {
    const { spans, eventTypes } = JSON.parse(await read(who, "trace"));
    return { spans, eventTypes };
  };
  expect(await shape(auditor)).toEqual(await shape(admin));
  const types = "types=tool.called,tool.returned,model.answered,hop.started&limit=100";
  const [full, masked] = [
    await read(admin, `events?${types}`),
    await read(auditor, `events?${types}`),
  ];
  expect(full).toContain("print(");
  expect(masked).not.toContain("print(");
  expect(masked).not.toContain(RESULT);
  expect(masked).toContain('"withheld":"masked"');
  await auditor.goto(`/admin/runs/${id}?panel=events`);
  const called = eventsOf(auditor).getByRole("button", { name: /Tool called/ });
  await called.click();
  await expect(eventsOf(auditor).getByText("Masked").first()).toBeVisible();
  // An auditor may read the text that the person received.
  await expect(transcriptOf(auditor)).toContainText(RESULT);
});

test("the run page fits any width, and has no axe violations where it is masked", async ({
  openAs,
}) => {
  const narrow = await openAs("auditor", { viewport: { width: 390, height: 844 } });
  const id = await runOfQuestion(narrow, QUESTION);
  const admin = await openAs("admin");
  await openRuns(admin, [id]);
  for (const who of [admin, narrow]) {
    await who.goto(`/admin/runs/${id}?panel=events`);
    await expect(eventsOf(who).getByText("Run started")).toBeVisible();
    if (who === narrow) expect(await findViolations(who)).toEqual([]);
    await who.goto(`/admin/runs/${id}?panel=timeline`);
    await expect(timelineOf(who).getByRole("row").nth(2)).toBeVisible();
    if (who === narrow) expect(await findViolations(who)).toEqual([]);
    const overflow = await who.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
});
