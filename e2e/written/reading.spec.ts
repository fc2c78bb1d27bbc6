/** Maths, code, tables, directions of writing, and what a person writes themself. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

test("maths is typeset, prices are not, and nothing is loaded from elsewhere", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const tag = newTag();
  const chat = await openNewConversation(page);
  const text =
    "So $a^2$ and \\(b_1\\), for $5 and $10:\n\n\\[\\int_0^1 x \\, dx = \\frac{1}{2}\\]\n\n$$\ne = mc^2\n$$";
  await model.queue({ scenario: "scripted", match: tag, replies: [{ text }] });
  await chat.say(`Explain ${tag}`);
  await chat.settled();
  await expect(chat.answers.locator(".katex")).toHaveCount(4);
  await expect(chat.answers).toContainText("for $5 and $10:");
  await expect(chat.answers.locator("math").first()).toBeAttached();
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(chat.answers.locator(".katex")).toHaveCount(4);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test("the tools of long code stay in sight; its lines wrap; it is saved as a file", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  const lines = Array.from(
    { length: 90 },
    (_, n) => `print(${n})${" # long".repeat(n === 60 ? 40 : 0)}`,
  );
  const text = `\`\`\`python\n${lines.join("\n")}\n\`\`\``;
  await model.queue({ scenario: "scripted", match: tag, replies: [{ text, tokenDelayMs: 0 }] });
  await chat.say(`Show ${tag}`);
  await chat.settled();
  const code = chat.answers.locator("pre");
  await chat.answers.getByText("print(60)").scrollIntoViewIfNeeded();
  await expect(chat.answers.getByRole("button", { name: "Copy code" })).toBeInViewport();
  const isWide = () => code.evaluate((pre) => pre.scrollWidth > pre.clientWidth);
  expect(await isWide()).toBe(true);
  await chat.answers.getByRole("button", { name: "Wrap long lines" }).click();
  expect(await isWide()).toBe(false);
  const saving = page.waitForEvent("download");
  await chat.answers.getByRole("button", { name: "Save as a file" }).click();
  expect((await saving).suggestedFilename()).toBe("code.py");
});

test("a person's own Markdown is drawn, line by line, and Arabic runs from the right", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say("مرحبا بالعالم");
  await chat.settled();
  const direction = await chat.asked
    .locator("p")
    .evaluate((line) => getComputedStyle(line).direction);
  expect(direction).toBe("rtl");
  await chat.box.fill("Hello **you**\nand `code` <b>x</b>");
  await chat.box.press("Enter");
  await chat.settled();
  const said = chat.asked.last();
  await expect(said.locator("strong")).toHaveText("you");
  await expect(said.locator("code")).toHaveText("code");
  await expect(said.locator("br")).toHaveCount(1);
  await expect(said).toContainText("<b>x</b>");
});
