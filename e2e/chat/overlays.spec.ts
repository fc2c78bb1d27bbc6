/** Tooltips, explanations and the account menu, by mouse, keyboard and touch. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test("a tooltip opens on hover and on keyboard focus, and Escape closes it", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const tooltip = page.getByText("Attach files", { exact: true });
  const button = page.getByRole("button", { name: "Attach files" });
  await expect(chat.box).toBeEditable();
  await button.hover();
  await expect(tooltip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await chat.box.focus();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await expect(tooltip).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeHidden();
  await expect(button).toBeFocused();
});

test("the account menu opens, moves and closes by keyboard", async ({ page }) => {
  await joinAsNewPerson(page);
  await openNewConversation(page);
  const trigger = page.getByRole("button", { name: "Robin Example" });
  await trigger.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.locator("[role=menu]:focus, [role=menu] :focus")).toHaveCount(1);
  await page.keyboard.press("Home");
  await expect(page.getByRole("menuitemradio", { name: "System" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(trigger).toBeFocused();
});

test("a dialog that was opened from a menu or the palette keeps the focus, and gives it back", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const more = chat.answers.getByRole("button", { name: "More" });
  const rowMenu = sidebar.getByRole("listitem").last().getByRole("button", {
    name: "Conversation menu",
  });
  const palette = page.getByRole("dialog", { name: /^Search/ });
  const ways = [
    [more, page.getByRole("menuitem", { name: "How was this made?" }), "How was this made?"],
    [rowMenu, page.getByRole("menuitem", { name: "Share" }), "Share a copy"],
    [rowMenu, page.getByRole("menuitem", { name: "Move to a folder" }), "Move 1 conversation"],
    [
      sidebar.getByRole("button", { name: "Search" }),
      palette.getByRole("button", { name: "Keyboard shortcuts" }),
      "Keyboard shortcuts",
    ],
  ] as const;
  // On a slow device, the menu goes when the dialog has come.
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // Its script is here at the second time.
  for (const [trigger, item, name] of ways)
    for (const time of ["first", "second"])
      await test.step(`${name}, for the ${time} time`, async () => {
        await trigger.click();
        await item.click();
        const dialog = page.getByRole("dialog", { name });
        await expect(dialog).toBeVisible();
        await expect(page.getByRole("menu").or(palette)).toHaveCount(0);
        await expect(dialog.locator(":focus")).toHaveCount(1);
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
        await expect(trigger).toBeFocused();
      });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a tap opens the explanation of a label, and another tap closes it", async ({ page }) => {
    await joinAsNewPerson(page);
    const chat = await openNewConversation(page);
    await expect(chat.box).toBeEditable();
    const explanation = page.getByText("Answers come from a small built-in demonstration");
    await page.getByRole("button", { name: "Demo model" }).tap();
    await expect(explanation).toBeVisible();
    await page.getByRole("heading", { name: "What would you like to know?" }).tap();
    await expect(explanation).toBeHidden();
  });

  test("the menu opens inside the sidebar's dialog", async ({ page }) => {
    await joinAsNewPerson(page);
    await openNewConversation(page);
    const opener = page.getByRole("button", { name: "Conversations" });
    await opener.tap();
    const dialog = page.getByRole("dialog", { name: "Conversations" });
    await dialog.getByRole("button", { name: "Robin Example" }).tap();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});
