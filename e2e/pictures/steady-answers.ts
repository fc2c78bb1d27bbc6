/** Puts fixed values in the place of what the server's clock, its process and its ports write into answers. */
import type { Page } from "@playwright/test";
import type { AuditPage } from "../../lib/contracts/inspector/audit-query.ts";
import type { InspectedModels } from "../../lib/contracts/inspector/inspected-models.ts";
import type { InspectedSystem } from "../../lib/contracts/inspector/inspected-system.ts";
import type { Overview } from "../../lib/contracts/inspector/runs-overview.ts";
import type { SpendingOverview } from "../../lib/contracts/inspector/spending-overview.ts";

const DAY_MS = 86_400_000;

/** @param at the time of all pictures */
export async function steadyAnswers(page: Page, at: string): Promise<void> {
  const steady = <Answer>(address: string, change: (answer: Answer) => Answer) =>
    page.route(address, async (route) => {
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      await route.fulfill({ response, json: change(await response.json()) });
    });
  await steady<InspectedSystem>("**/api/admin/system", () => systemAt(at));
  await steady<InspectedModels>("**/api/admin/models", (models) => steadyModels(models, at));
  await steady<AuditPage>("**/api/admin/audit?*", (audit) => steadyAudit(audit, at));
  await steady<Overview>("**/api/admin/overview?*", (overview) => steadyOverview(overview, at));
  await steady<SpendingOverview>("**/api/admin/spending?*", (spending) =>
    steadySpending(spending, at),
  );
}

/** Everything on this page is of the running process. */
function systemAt(at: string): InspectedSystem {
  const instance = {
    version: "1.0.0",
    startedAt: new Date(Date.parse(at) - DAY_MS).toISOString(),
    seenAt: at,
    runs: 2,
    streams: 3,
    takeovers: 1,
    memoryBytes: 300_000_000,
  };
  const [one, two] = ["one:10000000", "two:20000000"].map(
    (name) => `${name}-0000-4000-8000-000000000000`,
  );
  const takeover = { runId: "30000000-0000-4000-8000-000000000000", seq: 12, at, takeover: 1 };
  return {
    at,
    answeredBy: one ?? "",
    bus: { kind: "postgres", isOpen: true },
    instances: [
      { ...instance, id: one ?? "", state: "up" },
      { ...instance, id: two ?? "", state: "gone" },
    ],
    takeovers: [
      { ...takeover, from: two ?? "", to: one ?? "", length: 1_234, mayHaveHappened: true },
    ],
    work: {
      running: 2,
      expired: 1,
      unsealed: 4,
      oldest: { runId: takeover.runId, startedAt: instance.startedAt },
      places: [{ queue: "default", taken: 1, waiting: 2 }],
      jobs: [{ state: "completed", jobs: 12 }],
    },
  };
}

function steadyModels(models: InspectedModels, at: string): InspectedModels {
  const text = JSON.stringify(models).replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:11434");
  return JSON.parse(text.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, JSON.stringify(at)));
}

/** What was sealed, checked and refused since the pictures began. */
const steadyAudit = (audit: AuditPage, at: string): AuditPage => ({
  ...audit,
  sealed: 1_000,
  refused: 2,
  isChecking: false,
  check: { at, size: 1_000, runs: 30, fault: null, place: null, runId: null, seq: null },
});

const dayBefore = (at: string, days: number) =>
  new Date(Math.floor(Date.parse(at) / DAY_MS - days) * DAY_MS).toISOString();

/** Moves the days on until the last one is the last on which anything happened, as on the day of the pictures. */
function moved<Day>(days: readonly Day[], isEmpty: (day: Day) => boolean): Day[] {
  const last = days.findLastIndex((day) => !isEmpty(day)) + 1;
  return [...days.slice(last), ...days.slice(0, last)];
}

function steadyOverview(overview: Overview, at: string): Overview {
  const buckets = moved(overview.buckets, ({ runs }) => runs === 0).map((bucket, index, all) => ({
    ...bucket,
    from: dayBefore(at, all.length - 1 - index),
    to: dayBefore(at, all.length - 2 - index),
  }));
  return { ...overview, buckets, from: buckets[0]?.from ?? at, to: at };
}

function steadySpending(spending: SpendingOverview, at: string): SpendingOverview {
  const days = moved(spending.days, ({ calls }) => calls === 0).map((day, index, all) => ({
    ...day,
    key: dayBefore(at, all.length - 1 - index).slice(0, 10),
  }));
  return { ...spending, days, from: days[0]?.key ?? "", to: days.at(-1)?.key ?? "" };
}
