/** Find within a conversation: counted, highlighted, and led to, also far up. */
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { expect, test } from "../fixtures/test.ts";

const LONG = Array.from(
  { length: 60 },
  (_, place) => `Paragraph ${place}. ${"It goes on for a while. ".repeat(12)}`,
);

test("a text is found everywhere in a conversation, and nothing else of the page", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const contents = LONG.with(2, "A Walrus and a **walrus**.").with(57, "The last walrus.");
  const talk = await seedTalk(email, "Walrus talk", contents);
  await page.goto(`/c/${talk.id}`);
  const bar = page.getByRole("search", { name: "Find in this conversation" });
  const field = bar.getByRole("textbox");
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+Shift+f");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await field.fill("walrus");
  const count = bar.getByRole("status");
  await expect(count).toHaveText("3 of 3");
  const message = (place: number) => page.locator(`[data-message="${talk.messageIds[place]}"]`);
  await expect(message(57)).toBeInViewport();
  const current = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get("found-current") ?? [])].map((range) => String(range)),
    );
  await expect.poll(current).toEqual(["walrus"]);
  await page.keyboard.press("Enter");
  await expect(count).toHaveText("1 of 3");
  await expect(message(2)).toBeInViewport();
  await expect.poll(current).toEqual(["Walrus"]);
  await bar.getByRole("button", { name: "Next" }).click();
  await expect(count).toHaveText("2 of 3");
  await bar.getByRole("button", { name: "Previous" }).click();
  await field.press("Shift+Enter");
  await expect(count).toHaveText("3 of 3");
  expect(await findViolations(page)).toEqual([]);
  await field.fill("no such thing");
  await expect(count).toHaveText("Not found");
  await field.fill("walrus");
  await expect(count).toHaveText("3 of 3");
  await field.press("Escape");
  await expect(bar).toBeHidden();
  await expect(message(57)).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.has("found"))).toBe(false);
});

test("opened out of the palette, the bar has the focus and gets what is typed", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Walrus talk", ["A walrus.", "No."]);
  await page.goto(`/c/${talk.id}`);
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(async () => {
    if ((await palette.count()) === 0) await page.keyboard.press("ControlOrMeta+k");
    await expect(palette).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Shift+f");
  const field = page
    .getByRole("search", { name: "Find in this conversation" })
    .getByRole("textbox");
  await expect(field).toBeVisible();
  await expect(palette).toBeHidden();
  await expect(field).toBeFocused();
  await page.keyboard.type("walrus");
  await expect(field).toHaveValue("walrus");
});

test("a place that is far up scrolls nobody who has left it, nor takes the focus of who writes", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const contents = LONG.with(2, "A Walrus.").with(57, "The last walrus.");
  const talk = await seedTalk(email, "Walrus talk", contents);
  const held: (() => void)[] = [];
  await page.route("**/messages?*", async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const letIn = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const arrived = page.waitForResponse(/messages\?/);
    for (const open of held.splice(0)) open();
    await arrived;
  };
  await page.goto(`/c/${talk.id}`);
  const box = page.getByRole("textbox", { name: "Message" });
  await expect(box).toBeFocused();
  const bar = page.getByRole("search", { name: "Find in this conversation" });
  await page.keyboard.press("ControlOrMeta+Shift+f");
  await bar.getByRole("textbox").fill("walrus");
  await expect(bar.getByRole("status")).toHaveText("2 of 2");
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("status")).toHaveText("1 of 2");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  const message = (place: number) => page.locator(`[data-message="${talk.messageIds[place]}"]`);
  await letIn();
  await expect(message(2)).toBeAttached();
  // More frames than the way there takes.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(message(57)).toBeInViewport();

  await page.goto(`/c/${talk.id}?message=${talk.messageIds[2]}`);
  await box.fill("And what");
  await letIn();
  await expect(message(2)).toBeInViewport();
  await expect(box).toBeFocused();
});
