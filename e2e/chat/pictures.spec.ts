import { openNewConversation } from "../fixtures/chat-page.ts";
import { findSerious } from "../fixtures/find-serious.ts";
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
  expect(await findSerious(page)).toEqual([]);

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
