/** Narrow, short and zoomed windows: what is selected or focused stands below the heads that stay in place. */
import type { Locator, Page } from "@playwright/test";
import { LeftOut } from "../../lib/contracts/model/left-out.ts";
import type { LogEventBody } from "../../lib/contracts/run/log-event.ts";
import { recordOddRun } from "../../lib/db/inspector/testing/odd-runs.ts";
import * as texts from "../../lib/messages/inspector-events.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { runOfQuestion } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const QUESTION = "list users and chart how many joined each month";

const WINDOWS = {
  "1280 by 800": { width: 1280, height: 800 },
  "390 by 844": { width: 390, height: 844 },
  "1280 by 800 at 200 %": { width: 640, height: 400 },
} as const;

/** Whether the element's upper left part can be seen, and is not under something that stays in place. */
const isUncovered = (row: Locator) =>
  row.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    const [first, last] = [top + 2, Math.min(bottom, top + 26) - 2];
    return [first, last].every((y) => {
      const hit = document.elementFromPoint(left + 24, y);
      return hit !== null && element.contains(hit);
    });
  });

/** The newest call of a tool in the run's log, near its end. */
async function lateEventOf(admin: Page, id: string): Promise<number> {
  const { events } = await (await admin.request.get(`/api/admin/runs/${id}`)).json();
  type Event = { seq: number; body: { type: string } };
  const calls = (events as Event[]).filter(({ body }) => body.type === "tool.called");
  return calls.at(-1)?.seq ?? 0;
}

for (const [name, viewport] of Object.entries(WINDOWS)) {
  test(`an event of the address is shown below the heads in a window of ${name}`, async ({
    openAs,
  }) => {
    const admin = await openAs("admin", { viewport });
    const id = await runOfQuestion(admin, QUESTION);
    const event = await lateEventOf(admin, id);
    expect(event).toBeGreaterThan(20);
    for (const panel of ["events", "timeline"]) {
      await admin.goto(`/admin/runs/${id}?panel=${panel}&event=${event}`);
      const row = admin
        .getByRole("tabpanel")
        .locator(panel === "events" ? `[data-seq="${event}"]` : "[role=row][aria-selected=true]");
      await expect(row).toBeVisible();
      await row.scrollIntoViewIfNeeded();
      await expect.poll(() => isUncovered(row), panel).toBe(true);
    }
  });

  test(`nothing that has the focus is covered in a window of ${name}`, async ({ openAs }) => {
    const admin = await openAs("admin", { viewport });
    const id = await runOfQuestion(admin, QUESTION);
    for (const panel of ["conversation", "account", "plan", "model-calls", "states", "envelope"]) {
      await admin.goto(`/admin/runs/${id}?panel=${panel}`);
      const pane = admin.locator(panel === "conversation" ? "#conversation" : "#panel");
      await expect(pane.locator("button, [role=option]").nth(2)).toBeVisible();
      expect(await coveredWhenFocused(pane), panel).toEqual([]);
    }
  });
}

/** Focuses everything in the pane from its end to its start. @returns the names of what stood under a sticky head */
function coveredWhenFocused(pane: Locator): Promise<string[]> {
  return pane.evaluate((root) => {
    const all = [...root.querySelectorAll<HTMLElement>("a[href], button, [tabindex='0']")];
    const isSticky = (one: Element) => getComputedStyle(one).position === "sticky";
    const coverOf = (element: HTMLElement) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      let hit = document.elementFromPoint(
        left + Math.min(8, width / 2),
        top + Math.min(3, height / 2),
      );
      while (hit && !isSticky(hit)) hit = hit.parentElement;
      return hit && !hit.contains(element) ? hit : null;
    };
    return all
      .toReversed()
      .filter((element) => {
        element.focus();
        // Of what is taller than the window, the start or the end is shown.
        if (element.offsetHeight > window.innerHeight / 2) return false;
        return document.activeElement === element && coverOf(element) !== null;
      })
      .map((element) => element.textContent ?? "");
  });
}

test("the timeline has room for ten rows at 200 %, and the figures are a press away", async ({
  openAs,
}) => {
  const admin = await openAs("admin", { viewport: WINDOWS["1280 by 800 at 200 %"] });
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}?panel=timeline`);
  const timeline = admin.getByRole("treegrid", { name: "Timeline" });
  await expect(timeline.getByRole("row").nth(11)).toBeAttached();
  await admin.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const wholeRows = () =>
    timeline.evaluate((grid) => {
      const head = grid.firstElementChild?.getBoundingClientRect().bottom ?? 0;
      const rows = [...grid.querySelectorAll("[role=row][aria-level]")];
      return rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= head - 1 && bottom <= window.innerHeight + 1;
      }).length;
    });
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(10);
  // The longest outcome stays within its row.
  const early = timeline.getByRole("row").filter({ hasText: "Speculative, discarded" }).first();
  const cell = early.getByRole("gridcell").filter({ hasText: "Speculative, discarded" });
  const [rowBox, cellBox] = [await early.boundingBox(), await cell.boundingBox()];
  expect(cellBox?.height).toBeLessThanOrEqual(rowBox?.height ?? 0);
  await admin.evaluate(() => window.scrollTo(0, 0));
  await expect(admin.getByText("Tokens in / out")).toBeHidden();
  await admin.getByText("Figures", { exact: true }).click();
  await expect(admin.getByText("Tokens in / out")).toBeVisible();
});

/** An answer from which calls were left out for every reason: no finding of the log is longer. */
const LONGEST: LogEventBody = {
  type: "model.answered",
  hopRef: "h2",
  callId: "m-left-out",
  text: "",
  model: "test-model",
  outcome: "ok",
  reason: null,
  finishReason: "stop",
  toolCallIds: [],
  inputTokens: 1,
  outputTokens: 1,
  firstTokenMs: 1,
  durationMs: 1,
  attempts: 1,
  cost: null,
  leftOut: [...LeftOut.options],
};
const NOTES = ["plan-keys-dropped", "plan-repaired", "service-arguments-repaired"];

/** Puts events behind the last one of a run's log. @returns the number of the newest */
async function addToLog(runId: string, bodies: readonly LogEventBody[]): Promise<number> {
  let newest = 0;
  for (const { type, ...payload } of bodies) {
    const [added] = await sql<{ seq: number }>(
      `INSERT INTO run_event (run_id, seq, at, type, visibility, payload)
       SELECT run_id, max(seq) + 1, max(at), $2, 'hidden', $3::jsonb FROM run_event WHERE run_id = $1 GROUP BY run_id
       RETURNING seq`,
      [runId, type, JSON.stringify(payload)],
    );
    newest = added?.seq ?? 0;
  }
  return newest;
}

test("the longest finding of the log stays within it in a narrow window", async ({ openAs }) => {
  const { runId } = await recordOddRun(sharedStack().databaseUrl, (await makePerson()).id);
  const notes = NOTES.map((code) => ({ type: "run.noted" as const, code, detail: "" }));
  const newest = await addToLog(runId, [...notes, LONGEST]);
  const admin = await openAs("admin", { viewport: WINDOWS["390 by 844"] });
  await openRuns(admin, [runId]);
  await admin.goto(`/admin/runs/${runId}?panel=events&event=${newest}`);
  const log = admin.locator("[data-list]");
  const findings = [texts.planHadUnknownKeys(), texts.planWasRepaired()];
  for (const finding of [...findings, texts.serviceRepairedArguments(), /^Something that looked/]) {
    const chip = log.getByText(finding);
    await expect(chip).toBeVisible();
    const [inner, outer] = [await chip.boundingBox(), await log.boundingBox()];
    expect(inner?.x).toBeGreaterThanOrEqual(outer?.x ?? 0);
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await log.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  }
});
