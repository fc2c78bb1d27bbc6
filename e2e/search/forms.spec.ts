/** What is written in one form is found in another: curly quotes, dashes, accents, full width, ligatures. */
import type { Page } from "@playwright/test";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { expect, test } from "../fixtures/test.ts";

const SAID =
  "We don’t meet at the Café Ｍｉｎｔ, an oﬃce of 1914–1918, on the Donau\u00addampfer v1.2.";

async function openPalette(page: Page) {
  const palette = page.getByRole("dialog", { name: /^Search conversations/ });
  const field = palette.getByRole("combobox");
  await expect(async () => {
    if ((await palette.count()) === 0) await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  return { palette, field };
}

test("a search finds what is written in another form, in all conversations and in one", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "The “Mint” of İzmir", ["Where?", SAID]);
  await page.goto(`/c/${talk.id}`);
  const { palette, field } = await openPalette(page);
  for (const [words, marked] of [
    ["don't", "don’t"],
    ["CAFE", "Café"],
    ["mint", "Ｍｉｎｔ"],
    ["office", "oﬃce"],
    ["1914-1918", "1914–1918"],
    ["donaudampfer", "Donau\u00addampfer"],
    ["v1.2", "v1.2"],
    ["“meet at”", "meet at"],
  ] as const) {
    await field.fill(words);
    const hit = palette.getByRole("group", { name: "Messages" }).getByRole("option");
    await expect(hit.locator("mark"), words).toHaveText(marked);
  }
  await field.fill('"mint" of izmir');
  const title = palette.getByRole("group", { name: "Conversations" }).getByRole("option");
  await expect(title.locator("mark")).toHaveText(["Mint", "of", "İzmir"]);
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();

  const bar = page.getByRole("search", { name: "Find in this conversation" });
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+Shift+f");
    await expect(bar.getByRole("textbox")).toBeFocused({ timeout: 2_000 });
  }).toPass();
  const current = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get("found-current") ?? [])].map((range) => String(range)),
    );
  for (const [words, marked] of [
    ["DON'T", "don’t"],
    ["cafe mint", "Café Ｍｉｎｔ"],
    ["ﬃ", "ﬃ"],
    ["4-19", "4–19"],
  ] as const) {
    await bar.getByRole("textbox").fill(words);
    await expect(bar.getByRole("status"), words).toHaveText("1 of 1");
    await expect.poll(current, words).toEqual([marked]);
  }
});
