/** Long code and long questions are folded; what is looked for in them opens them. */
import { chatPage } from "../fixtures/chat-page.ts";
import { openWithoutScripts } from "../fixtures/long/open-without-scripts.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { expect, test } from "../fixtures/test.ts";

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, place) => `${word} ${place + 1}`);

test("long code and a long question show their beginning, and are opened by press and by search", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { email } = await joinAsNewPerson(page);
  const code = lines(120, "code").with(99, "the walrus").join("\n");
  const talk = await seedTalk(email, "Long talk", [
    lines(60, "said").with(49, "a seal").join("\n\n"),
    `Here:\n\n\`\`\`text\n${code}\n\`\`\`\n\nAnd short:\n\n\`\`\`text\n${lines(22, "brief").join("\n")}\n\`\`\``,
  ]);
  await page.goto(`/c/${talk.id}`);
  const answer = page.locator(`[data-message="${talk.messageIds[1]}"]`);
  const question = page.locator(`[data-message="${talk.messageIds[0]}"]`);
  const unfold = answer.getByRole("button", { name: "Show all 120 lines" });
  const heightOf = async () => (await answer.locator("pre").first().boundingBox())?.height ?? 0;
  await expect(unfold).toHaveCount(1);
  const folded = await heightOf();
  expect(folded).toBeLessThan(500);
  await expect(answer.locator("pre").nth(1)).toContainText("brief 22");

  // What is copied is all of it.
  await answer.getByRole("button", { name: "Copy code" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

  await unfold.focus();
  await page.keyboard.press("Enter");
  const fold = answer.getByRole("button", { name: "Show less" });
  await expect(fold).toBeFocused();
  expect(await heightOf()).toBeGreaterThan(folded * 4);
  await page.keyboard.press("Enter");
  await expect(unfold).toBeFocused();
  expect(await heightOf()).toBe(folded);

  const bar = page.getByRole("search", { name: "Find in this conversation" });
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+Shift+f");
    await expect(bar.getByRole("textbox")).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await bar.getByRole("textbox").fill("the walrus");
  await expect(fold).toHaveCount(1);
  await bar.getByRole("textbox").fill("a seal");
  await expect(question.getByRole("button", { name: "Show less" })).toBeVisible();
  await expect(question.getByText("a seal")).toBeInViewport();
});

for (const when of ["before", "after"] as const)
  test(`the browser's own search opens what is folded ${when} the page is hydrated, and stays at what it found`, async ({
    page,
  }) => {
    const { email } = await joinAsNewPerson(page);
    const code = lines(120, "code").with(99, "the walrus").join("\n");
    const talk = await seedTalk(email, "Long talk", ["Code?", `\`\`\`text\n${code}\n\`\`\``]);
    const letIn = await openWithoutScripts(page, `/c/${talk.id}`);
    await expect(page.getByRole("button", { name: "Show all 120 lines" })).toBeVisible();
    if (when === "after") {
      letIn();
      await expect(chatPage(page).box).toBeFocused();
    }
    // As a browser's search does, which no test can open: it selects its place, and scrolls what it is in.
    await page.locator("pre").evaluate((pre) => {
      const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf("the walrus") ?? -1;
        if (at < 0) continue;
        getSelection()?.setBaseAndExtent(node, at, node, at + 10);
        const { top } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect();
        pre.scrollTop = top - pre.getBoundingClientRect().top;
      }
    });
    letIn();
    await expect(page.getByRole("button", { name: "Show less" })).toHaveCount(1);
    await expect(chatPage(page).box).toBeEditable();
    const isInView = () =>
      page.evaluate(() => {
        const { top, bottom } =
          getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect();
        return top > 0 && bottom < innerHeight;
      });
    await expect.poll(isInView).toBe(true);
  });
