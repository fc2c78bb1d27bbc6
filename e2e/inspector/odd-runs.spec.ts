/** A run with every anomaly of the log: each is reported, to both roles. */
import type { Page } from "@playwright/test";
import { RunTrace } from "../../lib/contracts/inspector/run/run-trace.ts";
import { ODD, ODD_SECRET } from "../../lib/db/inspector/testing/odd-run-events.ts";
import { recordOddRun } from "../../lib/db/inspector/testing/odd-runs.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { makePerson, type Role } from "../fixtures/people/make-person.ts";
import { sharedStack } from "../fixtures/product-database.ts";
import { test as base, expect } from "../fixtures/test.ts";

/** With a page of an operator who may read the run. */
const test = base.extend<{ openFor(role: Role): Promise<Page> }>({
  openFor: async ({ openAs }, use) => {
    await use(async (role) => {
      const page = await openAs(role);
      await openRuns(page, [runId]);
      return page;
    });
  },
});

let runId: string;

test.beforeAll(async () => {
  const { id } = await makePerson();
  ({ runId } = await recordOddRun(sharedStack().databaseUrl, id));
});

/** The expected finding for each hop id. */
const FINDINGS: readonly (readonly [string, RegExp])[] = [
  [ODD.orphan, new RegExp(`orphan: .*${ODD.lostParent}`)],
  [ODD.cycle[0], /cycle: /],
  [ODD.duplicate, /duplicate id: /],
  [ODD.malformed, /malformed envelope: /],
  [ODD.foreignWrite, /foreign-scope write: /],
  [ODD.unplannedWrite, /not planned: .*writes/],
  [ODD.failed, /failed/],
  [ODD.retried, /retried: /],
  [ODD.clockSkew, /clock skew: /],
  [ODD.neverEnded, /never ended: /],
];

const openPanel = (page: Page, panel: string, more = "") =>
  page.goto(`/admin/runs/${runId}?panel=${panel}${more}`);

for (const role of ["admin", "auditor"] as const) {
  test.describe(`an ${role}`, () => {
    test("sees each anomaly in the hop graph, and in its table", async ({ openFor }) => {
      const page = await openFor(role);
      await openPanel(page, "graph");
      const graph = page.getByRole("tree", { name: "Hop graph" });
      const nodes = graph.getByRole("treeitem");
      await expect(nodes.first()).toBeVisible();
      await expect(page.getByText(/^Showing (\d+) of \1 hops/)).toBeVisible();
      const sentences = await nodes.locator(":scope > title").allTextContents();
      for (const [hopRef, finding] of FINDINGS) {
        const its = sentences.filter((sentence) => sentence.includes(`· ${hopRef} ·`));
        expect(
          its.some((sentence) => finding.test(sentence)),
          `${hopRef} in the graph`,
        ).toBe(true);
      }
      const doubles = sentences.filter((sentence) => sentence.includes(`· ${ODD.duplicate} ·`));
      expect(doubles).toHaveLength(2);
      expect(sentences.find((one) => one.includes(`· ${ODD.parallel} ·`))).toContain("parallel");

      await page.getByRole("link", { name: "Table" }).click();
      const table = page.getByRole("table", { name: /Hops/ });
      await expect(table).toHaveAttribute("aria-rowcount", String(sentences.length + 1));
      for (const [hopRef, finding] of FINDINGS) {
        const [word = ""] = finding.source.split(":");
        const rows = table.getByRole("row").filter({ hasText: hopRef }).filter({ hasText: word });
        await expect(rows.first(), `${hopRef} in the table`).toBeVisible();
      }
    });

    test("reads all findings of a node in full, however many there are", async ({ openFor }) => {
      const page = await openFor(role);
      const trace = RunTrace.parse(
        await (await page.request.get(`/api/admin/runs/${runId}/trace`)).json(),
      );
      const { findings, hopRef, texts } = trace.spans;
      const bySpan = Map.groupBy(findings, ({ span }) => span);
      const [span, own] =
        [...bySpan].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
      expect(own?.length).toBeGreaterThan(1);
      await openPanel(page, "graph", `&hop=${texts[hopRef[span ?? -1] ?? -1]}`);
      const items = page.getByRole("region", { name: "Selected hop" }).getByRole("listitem");
      await expect(items).toHaveCount(own?.length ?? 0);
      for (const { text } of own ?? []) await expect(items.filter({ hasText: text })).toBeVisible();
    });

    test("sees each anomaly in the timeline", async ({ openFor }) => {
      const page = await openFor(role);
      await openPanel(page, "timeline");
      const panel = page.getByRole("tabpanel");
      for (const word of [
        /orphan/i,
        /cycle/i,
        /duplicate/i,
        /malformed/i,
        /foreign/i,
        /not planned/i,
      ]) {
        await expect(panel.getByText(word).first()).toBeVisible();
      }
      for (const word of [/retried/i, /skew/i, /never.ended/i, /failed/i]) {
        await expect(panel.getByText(word).first()).toBeVisible();
      }
    });

    test("sees the problems of an envelope, masked or not", async ({ openFor }) => {
      const page = await openFor(role);
      await openPanel(page, "envelope", `&hop=${ODD.malformed}`);
      const envelope = page.getByRole("article", { name: `Envelope of ${ODD.malformed}` });
      await expect(envelope.getByText("Malformed", { exact: true })).toBeVisible();
      await expect(envelope).toContainText("not base64");
      await expect(envelope.getByText("Unsigned", { exact: true })).toBeVisible();
      const raw = envelope.getByRole("list", { name: "Raw headers" });
      if (role === "admin") await expect(raw).toContainText(ODD_SECRET);
      else await expect(raw).not.toContainText(ODD_SECRET);

      await openPanel(page, "envelope", `&hop=${ODD.foreignWrite}`);
      const changes = page.getByRole("list", { name: "Changes" });
      await expect(changes.getByText("Foreign scope").first()).toBeVisible();

      await openPanel(page, "envelope", `&hop=${ODD.orphan}`);
      await expect(page.getByText(`its parent ${ODD.lostParent} is not in the log`)).toBeVisible();

      await openPanel(page, "envelope", `&hop=${ODD.duplicate}`);
      const starts = page.getByRole("navigation", { name: "Starts under this id" });
      await expect(starts.getByRole("button")).toHaveCount(2);
      await starts.getByRole("button").nth(1).click();
      await expect(page.getByRole("heading", { name: "web_search" })).toBeVisible();
    });

    test("sees an id with URL and HTML syntax as text", async ({ openFor }) => {
      const page = await openFor(role);
      await openPanel(page, "envelope", `&hop=${encodeURIComponent(ODD.hostile)}`);
      await expect(
        page.getByRole("heading", { name: "<img src=x onerror=alert(1)>" }),
      ).toBeVisible();
      await expect(page.getByText("U+202E").first()).toBeVisible();
      expect(await page.locator("article img, article b").count()).toBe(0);
    });

    test("has no axe violations in these panels", async ({ openFor }) => {
      const page = await openFor(role);
      // Nothing is masked in a graph.
      const graphs = role === "admin" ? ["graph", "graph&as=table"] : [];
      for (const address of [...graphs, `envelope&hop=${ODD.failed}`]) {
        await openPanel(page, address);
        await expect(page.getByText(/^Showing \d+ of \d+ hops/).first()).toBeVisible();
        expect(await findViolations(page), address).toEqual([]);
      }
    });
  });
}

test("responses to an auditor hold no envelope values, responses to an admin do", async ({
  openFor,
}) => {
  const read = async (role: "admin" | "auditor", hopRef: string) => {
    const page = await openFor(role);
    const response = await page.request.get(`/api/admin/runs/${runId}/hops/${hopRef}`);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toContain("no-store");
    return response.text();
  };
  for (const hopRef of [ODD.failed, ODD.foreignWrite, ODD.malformed]) {
    expect(await read("admin", hopRef)).toContain(ODD_SECRET);
    const masked = await read("auditor", hopRef);
    expect(masked).not.toContain(ODD_SECRET);
    expect(masked).toContain('"withheld":"masked"');
  }
});
