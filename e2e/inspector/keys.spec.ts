/** Keys j and k move the selection and the focus in every panel of a run. */
import type { Locator, Page } from "@playwright/test";
import { runOfQuestion } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

/** Moves down and up; the row has the focus, is visible, and the address names its event. */
async function walk(page: Page, rows: Locator): Promise<void> {
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  const isLast = (await rows.count()) === 2;
  const row = rows.nth(isLast ? 0 : 1);
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  const seq = await row.getAttribute("data-stop");
  await expect(page).toHaveURL(new RegExp(`event=${seq}\\b`));
}

test("keys move through calls, steps, agents and hops with one shared selection", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "What is fibonacci(90)?");
  const panel = admin.getByRole("tabpanel");

  await admin.goto(`/admin/runs/${id}?panel=model-calls`);
  const calls = panel.getByRole("list", { name: "Model calls" }).locator("h4 button");
  await walk(admin, calls);
  await expect(panel.getByRole("button", { expanded: true }).and(calls)).toBeFocused();
  await admin.keyboard.press("ArrowDown");
  await expect(calls.last()).toBeFocused();
  await admin.keyboard.press("Home");
  await expect(calls.first()).toBeFocused();

  await admin.keyboard.press("Escape");
  await expect(admin).not.toHaveURL(/event=/);
  await admin.keyboard.press("9");
  await walk(admin, panel.getByRole("list", { name: "Steps" }).locator("[data-stop]"));

  await admin.keyboard.press("Escape");
  await admin.keyboard.press("7");
  const agents = panel.getByRole("region", { name: /^State of / });
  await walk(admin, agents);

  const hopRef = await panel.locator("[data-stop]:focus").getAttribute("data-hop");
  await admin.keyboard.press("5");
  const hop = panel.getByRole("option", { selected: true });
  await expect(hop).toContainText(hopRef ?? "");
  await admin.keyboard.press("j");
  await expect(panel.getByRole("listbox", { name: "Hops" })).toBeFocused();
  await expect(hop).not.toContainText(hopRef ?? "");
});

test("an address that the page writes late brings no cleared selection back", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, "What is fibonacci(90)?");
  await admin.goto(`/admin/runs/${id}?panel=model-calls`);
  const calls = admin.getByRole("list", { name: "Model calls" }).locator("h4 button");
  await expect(calls.first()).toBeVisible();
  // The router writes the address of what it has rendered, a moment after the page wrote it, and keeps the entry's state, which it
  // reads just before. A person who goes on until then has asked for a newer address.
  await admin.evaluate(() => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const write = window.history.replaceState;
    const read = Object.getOwnPropertyDescriptor(History.prototype, "state")?.get;
    let wait: "page" | "router" | "late" | null = "page";
    window.history.replaceState = (state, unused, url) => {
      write.call(window.history, state, unused, url);
      if (wait === "page" && String(url).includes("event=")) wait = "router";
      if (wait !== "late") return;
      wait = null;
      press("9");
    };
    Object.defineProperty(window.history, "state", {
      get: () => {
        if (wait === "router") {
          wait = null;
          press("Escape");
          // A click writes the address at once.
          document.body.click();
          wait = "late";
        }
        return read?.call(window.history);
      },
    });
  });
  await admin.keyboard.press("j");
  const steps = admin.getByRole("list", { name: "Steps" }).locator("[data-stop]");
  await expect(steps.nth(1)).toBeVisible();
  await expect(admin).not.toHaveURL(/event=/);
  await admin.keyboard.press("j");
  await expect(steps.first()).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("keys move through the deltas that the person received", async ({ openAs }) => {
    const admin = await openAs("admin", { viewport: { width: 390, height: 844 } });
    const id = await runOfQuestion(admin, "What is fibonacci(90)?");
    await admin.goto(`/admin/runs/${id}?panel=conversation`);
    const pieces = admin.getByRole("region", { name: "How the answer arrived" });
    await expect(pieces.getByRole("listitem").first()).toBeVisible();
    await admin.keyboard.press("j");
    await expect(pieces.getByRole("listitem").first().getByRole("button")).toBeFocused();
    await admin.keyboard.press("j");
    const second = pieces.getByRole("listitem").nth(1);
    await expect(second.getByRole("button")).toBeFocused();
    await expect(second).toHaveAttribute("aria-current", "true");
    await admin.keyboard.press("ArrowUp");
    await expect(pieces.getByRole("listitem").first().getByRole("button")).toBeFocused();
  });
});
