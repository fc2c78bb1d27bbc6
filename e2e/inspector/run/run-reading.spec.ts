/** What an operator reads of a run beside its panels' own content: selected hops, a service's tools, the export. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openRuns } from "../../fixtures/open-runs.ts";
import { runOfQuestion } from "../../fixtures/runs-of.ts";
import { expect, test } from "../../fixtures/test.ts";

const QUESTION = "What is fibonacci(90)?";

const eventsOf = (page: Page) => page.getByRole("list", { name: "Events" });

test("a run is exported whole, masked for whoever exports", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  const download = async (who: Page) => {
    await who.goto(`/admin/runs/${id}`);
    const waiting = who.waitForEvent("download");
    await who.getByRole("link", { name: "Export" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe(`run-${id}.jsonl`);
    const text = await readFile(await file.path(), "utf8");
    return {
      text,
      kinds: text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).kind),
    };
  };
  const whole = await download(admin);
  expect(new Set(whole.kinds)).toEqual(
    new Set(["run", "message", "state", "account", "event", "hop", "call", "end"]),
  );
  expect(whole.kinds.at(-1)).toBe("end");
  expect(whole.text).toContain("print(");
  const auditor = await openAs("auditor");
  await openRuns(auditor, [id]);
  const masked = await download(auditor);
  expect(masked.kinds).toEqual(whole.kinds);
  expect(masked.text).not.toContain("print(");
});

test("what a service's tool found is asked for when its event is opened, and masked for an auditor", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "list users");
  const { events } = await (await admin.request.get(`/api/admin/runs/${id}`)).json();
  type Event = { seq: number; body: { type: string } };
  const returned = (events as Event[]).find(({ body }) => body.type === "tool.returned");
  const open = async (who: Page) => {
    await who.goto(`/admin/runs/${id}?panel=events&event=${returned?.seq}`);
    return eventsOf(who).getByRole("listitem").filter({ hasText: "Tool returned" }).first();
  };
  await expect(await open(admin)).toContainText("@");
  await expect(await open(admin)).not.toContainText("$ref");
  const auditor = await openAs("auditor");
  await openRuns(auditor, [id]);
  await expect(await open(auditor)).toContainText(/Masked/);
  await expect(await open(auditor)).not.toContainText("@");
});

test("a selected hop shows its details below every panel, without another tab", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "What is 17 * 23?");
  const { events } = await (await admin.request.get(`/api/admin/runs/${id}`)).json();
  type Event = { seq: number; body: { type: string; hopRef?: string } };
  const called = (events as Event[]).find(({ body }) => body.type === "tool.called");
  const details = admin.getByRole("region", { name: "Selected hop" });
  for (const panel of ["timeline", "events", "graph", "plan", "model-calls", "context", "states"]) {
    await admin.goto(`/admin/runs/${id}?panel=${panel}&event=${called?.seq}`);
    await expect(details).toContainText("python_interpreter");
    await expect(admin).toHaveURL(new RegExp(`panel=${panel}`));
  }
  await admin.goto(`/admin/runs/${id}?panel=events`);
  await expect(details).toHaveCount(0);
  await eventsOf(admin)
    .getByRole("button", { name: /Tool called/ })
    .click();
  await expect(details).toContainText("python_interpreter");
  await admin.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
});
