import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

const QUESTION = "list users and chart how many joined each month";

test.use({ allowedErrors: [/404/] });

test("a chart is a picture in the answer, kept for its owner alone", async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say(QUESTION);
  await chat.settled();
  const picture = chat.answers.getByRole("list", { name: "Pictures" }).getByRole("img");
  await expect(picture).toHaveAttribute("alt", /^Bar chart: How many joined each month/);
  const isDrawn = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(isDrawn).toBe(720);
  await expect(chat.answers).not.toContainText("█");
  await page.reload();
  await expect.poll(isDrawn).toBe(720);
  expect(await findViolations(page)).toEqual([]);

  const address = (await picture.getAttribute("src")) ?? "";
  const answer = await page.request.get(address);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/svg+xml",
    "content-disposition": expect.stringMatching(/^attachment/),
    "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    "x-content-type-options": "nosniff",
  });
  const other = await openAs("admin");
  expect((await other.request.get(address)).status()).toBe(404);
  const stranger = await page.context().browser()?.newContext();
  expect((await stranger?.request.get(new URL(address, page.url()).href))?.status()).toBe(401);
  await stranger?.close();
});

/** A red square of 16 × 16 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==",
  "base64",
);

test("a picture that is attached is seen by a model that can see", async ({ page, signIn }) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const square = { name: "square.png", mimeType: "image/png", buffer: PNG };
  await page.locator('input[type="file"]').setInputFiles(square);
  await expect(page.getByRole("button", { name: "Open square.png" })).toBeVisible();
  await chat.box.fill("What is in the picture?");
  await expect(chat.sendButton).toBeEnabled();
  await chat.box.press("Enter");
  await chat.settled();
  await expect(chat.answers).toContainText("square.png is a PNG picture of 16 by 16 pixels.");
  const own = chat.asked.getByRole("list", { name: "Attached pictures" }).getByRole("img");
  await expect(own).toHaveAttribute("alt", "square.png");
  const width = () => own.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(16);
  expect(await findViolations(page)).toEqual([]);
});
