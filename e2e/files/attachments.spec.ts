import { makeDocx } from "../../lib/tools/file-extraction/testing/make-docx.ts";
import { makePdf } from "../../lib/tools/file-extraction/testing/make-pdf.ts";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { dropOrPaste } from "../fixtures/people/drop-or-paste.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

test("text, PDF and Word files are read, whether chosen, dropped or pasted", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await picker).setFiles({
    name: "ferry.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("The ferry leaves at seven in the morning."),
  });
  const pdf = makePdf(["The museum opens at ten on Sundays."]);
  await dropOrPaste(chat.box, "drop", { name: "museum.pdf", type: "application/pdf", body: pdf });
  const docx = makeDocx(["The lighthouse keeper is called Maren."]);
  await dropOrPaste(chat.box, "paste", { name: "keeper.docx", type: "", body: docx });
  const waiting = page.getByRole("list", { name: "Attached files" });
  await expect(waiting.getByRole("button", { name: /^Remove/ })).toHaveCount(3);
  await chat.say("What do the files say?");
  await expect(chat.answers).toContainText("leaves at seven");
  await expect(chat.answers).toContainText("opens at ten");
  await expect(chat.answers).toContainText("called Maren");
  await chat.settled();
  const files = chat.asked.getByRole("list", { name: "Attached files" }).getByRole("button");
  await expect(files).toContainText(["ferry.txt", "museum.pdf", "keeper.docx"]);
  await page.reload();
  await expect(files).toContainText(["ferry.txt", "museum.pdf", "keeper.docx"]);
  await expect(chat.box).toBeEditable();
  await files.nth(1).click();
  const preview = page.getByRole("dialog", { name: "Preview of museum.pdf" });
  await expect(preview).toContainText("opens at ten");
  const download = page.waitForEvent("download");
  await preview.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("museum.pdf");
});

test("files stand in the order in which they were added, whichever arrives first", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    "**/api/attachments",
    async (route) => {
      await isHeld;
      await route.continue();
    },
    { times: 1 },
  );
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  const files = ["first.txt", "second.txt"].map((name) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(`This is ${name}.`),
  }));
  await (await picker).setFiles(files);
  const attached = page.getByRole("list", { name: "Attached files" });
  const arrived = attached.getByRole("button", { name: /^Remove/ });
  await expect(arrived).toHaveCount(1);
  release();
  await expect(arrived).toHaveCount(2);
  await expect(arrived.first()).toHaveAccessibleName(/first\.txt/);
  await chat.say("What do the files say?");
  await chat.settled();
  const sent = chat.asked.getByRole("list", { name: "Attached files" }).getByRole("button");
  await expect(sent).toContainText(["first.txt", "second.txt"]);
  await page.reload();
  await expect(sent).toContainText(["first.txt", "second.txt"]);
});

test("a file is remembered in the next turn", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const body = Buffer.from("item,price\napple,3\npear,5\n");
  await dropOrPaste(chat.box, "drop", { name: "prices.csv", type: "text/csv", body });
  await expect(page.getByRole("button", { name: "Remove prices.csv" })).toBeVisible();
  await chat.say("How many rows does the file have?");
  await expect(chat.answers).toContainText("has 2 rows");
  await chat.settled();
  await chat.say("What is the average price?");
  await expect(chat.answers.last()).toContainText("average of price is 4");
  await chat.settled();
  await chat.say("And the largest one?");
  await expect(chat.answers.last()).toContainText("5");
});

test.describe("refused", () => {
  test.use({ allowedErrors: [/413|415/] });

  test("files are named with the reason and what is allowed, and the others are sent", async ({
    page,
  }) => {
    const chat = await openNewConversation(page);
    await expect(chat.box).toBeEditable();
    await page.locator("input[type=file]").setInputFiles([
      { name: "huge.txt", mimeType: "text/plain", buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 97) },
      { name: "fake.pdf", mimeType: "application/pdf", buffer: Buffer.from([0x4d, 0x5a, 0, 1]) },
      {
        name: "good.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The key is under the mat."),
      },
    ]);
    const refusals = page.getByRole("alert").getByRole("listitem");
    await expect(refusals).toHaveCount(2);
    for (const [name, why] of [
      ["huge.txt", "10.0 MB"],
      ["fake.pdf", "cannot be read"],
    ] as const) {
      const refusal = refusals.filter({ hasText: name });
      await expect(refusal).toContainText(why);
      for (const kind of [".csv", ".pdf", ".docx", ".xlsx", ".pptx"])
        await expect(refusal).toContainText(kind);
    }
    await expect(page.getByRole("button", { name: "Remove good.txt" })).toBeVisible();
    await chat.say("What does the file say about the key?");
    await expect(chat.answers).toContainText("under the mat");
    await expect(chat.asked.getByRole("button", { name: /^Open/ })).toContainText(["good.txt"]);
  });

  test("the server refuses what the browser does not check", async ({ page }) => {
    const upload = async (name: string, buffer: Buffer) => {
      const file = { name, mimeType: "text/plain", buffer };
      const response = await page.request.post("/api/attachments", {
        multipart: { file },
        headers: FROM_PAGE,
      });
      return [response.status(), (await response.json()).error?.code];
    };
    const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1, 97);
    expect(await upload("huge.txt", tooLarge)).toEqual([413, "too-large"]);
    const program = Buffer.from("7f454c4602010100", "hex");
    expect(await upload("notes.txt", program)).toEqual([415, "unsupported-type"]);
  });
});

test.describe("another person's file", () => {
  test.use({ allowedErrors: [/404/] });

  test("is not found", async ({ page, openAs }) => {
    const foreign = await openAs("auditor");
    const file = { name: "mine.txt", mimeType: "text/plain", buffer: Buffer.from("mine") };
    const kept = await foreign.request.post("/api/attachments", {
      multipart: { file },
      headers: FROM_PAGE,
    });
    const { id } = await kept.json();
    expect((await foreign.request.get(`/api/attachments/${id}/mine.txt`)).status()).toBe(200);
    expect((await page.request.get(`/api/attachments/${id}/mine.txt`)).status()).toBe(404);
  });
});
