/** Diagrams: drawn when complete, in a frame without an origin; footnotes and tasks. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

const FLOW = "```mermaid\nflowchart LR\n  accTitle: Way of a letter\n  Writer --> Reader\n```";

test("a diagram is drawn in a sandboxed frame, its source is one press away, and it opens large", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const requests = new Set<string>();
  page.on("request", (request) => requests.add(request.url()));
  const chat = await openNewConversation(page);
  expect([...requests].some((url) => url.includes("/frames/"))).toBe(false);
  const tag = newTag();
  const replies = [
    {
      text: `See:\n\n${FLOW}\n\nAnd a sequence:\n\n\`\`\`mermaid\nsequenceDiagram\n  A->>B: Hi\n\`\`\``,
    },
  ];
  await model.queue({ scenario: "scripted", match: tag, replies });
  await chat.say(`Draw ${tag}`);
  await chat.settled();
  const picture = chat.answers
    .getByRole("button", { name: "Way of a letter: show it large" })
    .locator("img");
  await expect(picture).toBeVisible();
  await expect(chat.answers.getByRole("button", { name: "Diagram: show it large" })).toBeVisible();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(100);

  const frame = page.locator("iframe");
  await expect(frame).toHaveCount(1);
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts");
  const inside = page.frames().find((one) => one.url().endsWith("/frames/diagram"));
  expect(await inside?.evaluate(() => window.origin)).toBe("null");

  await chat.answers.getByRole("button", { name: "Show the source" }).first().click();
  await expect(chat.answers.locator("pre")).toContainText("Writer --> Reader");
  await chat.answers.getByRole("button", { name: "Show the diagram" }).click();
  await chat.answers.getByRole("button", { name: "Way of a letter: show it large" }).click();
  const large = page.getByRole("dialog", { name: "Way of a letter" });
  await expect(large.getByRole("img")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(large).toBeHidden();
  const hosts = new Set(
    [...requests].filter((url) => url.startsWith("http")).map((url) => new URL(url).host),
  );
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test("what is no diagram is shown as its source", async ({ page, signIn, model }) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  const tag = newTag();
  const text = "```mermaid\nflowchart LR\n  A --\n```";
  await model.queue({ scenario: "scripted", match: tag, replies: [{ text }] });
  await chat.say(`Draw ${tag}`);
  await chat.settled();
  await expect(chat.answers).toContainText("This diagram cannot be drawn.");
  await expect(chat.answers.locator("pre")).toContainText("A --");
});

test("the frame is served without an origin, and only to pages of ours", async ({ request }) => {
  const answer = await request.get("/frames/diagram");
  const policy = answer.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("sandbox allow-scripts");
  expect(policy).not.toContain("allow-same-origin");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
});

test("footnotes lead to their text and back", async ({ page, signIn, model }) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  const tag = newTag();
  const text = "Light bends[^a].\n\n- [x] read\n- [ ] write\n\n[^a]: By **refraction**.";
  await model.queue({ scenario: "scripted", match: tag, replies: [{ text }] });
  await chat.say(`Note ${tag}`);
  await chat.settled();
  const number = chat.answers.getByRole("link", { name: "Footnote 1", exact: true });
  await number.click();
  const notes = chat.answers.getByRole("list", { name: "Footnotes" });
  await expect(notes.getByRole("listitem")).toBeFocused();
  await expect(notes).toContainText("By refraction.");
  await notes.getByRole("link", { name: "Back to the text of footnote 1" }).click();
  await expect(number).toBeFocused();
  await expect(chat.answers.getByRole("checkbox", { name: "Done" })).toBeChecked();
  await expect(chat.answers.getByRole("checkbox", { name: "To do" })).not.toBeChecked();
});
