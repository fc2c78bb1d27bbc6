import { openNewConversation } from "../fixtures/chat-page.ts";
import { lock, test } from "../fixtures/stacks/settings.ts";
import { expect } from "../fixtures/test.ts";

// The directory is the stack's. On the shared one, other tests count it.
test.describe.configure({ lock });

test("a person changes a call before they approve it, by keyboard and at 360 px", async ({
  page,
  signIn,
}, info) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say("Add Robin Doe, robin.doe@example.org, Sales, Berlin");
  await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
  await chat.settled();

  await page.getByRole("button", { name: "Change", exact: true }).press("Enter");
  const form = page.getByRole("form", { name: "Change before approving" });
  const name = form.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Robin Doe");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  // Escape leaves everything as it was, and gives the focus back.
  await name.press("Escape");
  await expect(form).toBeHidden();
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toBeFocused();

  await name.fill("Robyn Doe");
  const email = form.getByLabel("Email");
  await email.fill("no address");
  await email.press("Enter");
  await expect(form.getByText("This is not an email address.")).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("This is not an email address.");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.screenshot({ path: info.outputPath(`change-360-${scheme}.png`) });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: info.outputPath(`change-1280-${scheme}.png`) });
    await page.setViewportSize({ width: 360, height: 740 });
  }
  await expect(page.getByText("Approved", { exact: true })).toHaveCount(0);

  await email.fill("robyn.doe@example.org");
  await form.getByRole("button", { name: "Approve with changes" }).press("Enter");
  await expect(page.getByText("Name “Robin Doe” → “Robyn Doe”")).toBeVisible();
  await expect(chat.answers.last()).toContainText("Robyn Doe");
  await chat.settled();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  await page.screenshot({ path: info.outputPath("changed-360.png") });
});
