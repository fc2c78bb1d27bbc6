/** The hop graph, with a run of the demo model. */
import { readFileSync } from "node:fs";
import { findViolations } from "../fixtures/find-violations.ts";
import { runOfQuestion } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

/** A question that needs a tool. */
const QUESTION = "What is fibonacci(90)?";

for (const role of ["admin", "auditor"] as const) {
  test(`an ${role} sees the calls between hops, moves by keyboard, and shares the selection by address`, async ({
    openAs,
  }) => {
    const operator = await openAs(role);
    const runId = await runOfQuestion(operator, QUESTION);
    await operator.goto(`/admin/runs/${runId}?panel=graph`);
    const graph = operator.getByRole("tree", { name: "Hop graph" });
    const nodes = graph.getByRole("treeitem");
    await expect(nodes.filter({ hasText: "coordinator" }).first()).toBeVisible();
    const { hopCount } = await (
      await operator.request.get(`/api/admin/runs/${runId}/trace`)
    ).json();
    await expect(nodes).toHaveCount(hopCount);
    await expect(operator.getByText(`Showing ${hopCount} of ${hopCount} hops`)).toBeVisible();
    await expect(graph).toContainText("python_interpreter");
    await expect(graph).toContainText(/\d+ B · /);
    await expect(graph).toContainText(/arguments [0-9a-f]{8}/);
    await expect(graph).toContainText(/\d+ ms|\d+\.\d+ s/);

    await graph.focus();
    await operator.keyboard.press("Home");
    await operator.keyboard.press("ArrowRight");
    await operator.keyboard.press("Enter");
    await expect(operator).toHaveURL(/hop=/);
    const selected = operator.getByRole("region", { name: "Selected hop" });
    await expect(selected).toContainText("agent");
    await selected.getByRole("link", { name: "Envelope" }).click();
    await expect(operator.getByRole("article", { name: /^Envelope of / })).toContainText(
      "within the budget",
    );
  });
}

test("the graph pans, zooms, collapses and expands by keyboard", async ({ openAs }) => {
  const admin = await openAs("admin");
  const runId = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${runId}?panel=graph`);
  const graph = admin.getByRole("tree", { name: "Hop graph" });
  const nodes = graph.getByRole("treeitem");
  await expect(nodes.first()).toBeVisible();
  const all = await nodes.count();
  const scale = () =>
    graph
      .locator("svg > g")
      .evaluate((one) => Number(/scale\(([\d.]+)/.exec(one.getAttribute("transform") ?? "")?.[1]));
  const before = await scale();
  await graph.focus();
  await admin.keyboard.press("+");
  expect(await scale()).toBeGreaterThan(before);
  await admin.keyboard.press("-");
  await admin.keyboard.press("-");
  expect(await scale()).toBeLessThan(before);
  await admin.keyboard.press("0");
  expect(await scale()).toBeCloseTo(before, 3);

  await admin.keyboard.press("Home");
  await admin.keyboard.press(" ");
  await expect(nodes).toHaveCount(1);
  await expect(nodes).toHaveAttribute("aria-expanded", "false");
  await expect(admin.getByText(`Showing 1 of ${all} hops`)).toBeVisible();
  await admin.getByRole("button", { name: "Show all" }).click();
  await expect(nodes).toHaveCount(all);
});

test("text of a fitted graph has 11 pixels, and a graph that is zoomed out says so", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const runId = await runOfQuestion(admin, "list users and chart how many joined each month");
  await admin.goto(`/admin/runs/${runId}?panel=graph`);
  const graph = admin.getByRole("tree", { name: "Hop graph" });
  await expect(graph.getByRole("treeitem").first()).toBeVisible();
  const smallestPx = () =>
    graph.locator("svg text").evaluateAll((all) =>
      Math.min(
        ...all.map((one) => {
          const scale = (one as SVGTextElement).getScreenCTM()?.a ?? 0;
          return Number.parseFloat(getComputedStyle(one).fontSize) * scale;
        }),
      ),
    );
  const note = admin.getByRole("status").filter({ hasText: "Zoomed out" });
  expect(await smallestPx()).toBeGreaterThanOrEqual(10.99);
  await expect(note).toBeHidden();
  await admin.getByRole("button", { name: "Zoom out" }).click();
  expect(await smallestPx()).toBeLessThan(10.99);
  await expect(note).toContainText("below 11 pixels");
  expect(await findViolations(admin)).toEqual([]);
  await note.getByRole("button", { name: "Fit" }).click();
  expect(await smallestPx()).toBeGreaterThanOrEqual(10.99);
  await expect(note).toBeHidden();
});

test("the graph can be exported as SVG and PNG", async ({ openAs }) => {
  const admin = await openAs("admin");
  const runId = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${runId}?panel=graph`);
  await expect(admin.getByRole("treeitem").first()).toBeVisible();
  const save = async (kind: "SVG" | "PNG") => {
    const [download] = await Promise.all([
      admin.waitForEvent("download"),
      admin.getByRole("button", { name: `Save as ${kind}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`hops-${runId.slice(0, 8)}.${kind.toLowerCase()}`);
    return readFileSync(await download.path());
  };
  const svg = (await save("SVG")).toString("utf8");
  expect(svg).toContain("python_interpreter");
  expect(svg).not.toMatch(/<script|<foreignObject|href=|class=|var\(|url\(|oklch| on\w+=/i);
  const kinds = await admin.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...new Set([...parsed.querySelectorAll("*")].map(({ localName }) => localName))];
  }, svg);
  expect(kinds).not.toContain("parsererror");
  const png = await save("PNG");
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(png.readUInt32BE(16)).toBeGreaterThan(400);
});
