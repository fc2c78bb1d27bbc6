/** Text files in other encodings than UTF-8: what was assumed is said, another one can be chosen, and the answer has the letters. */
import {
  encode,
  textsIn,
} from "../../lib/tools/file-extraction/encoding/testing/encoding-corpus.ts";
import { type ChatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const RUSSIAN =
  "Паром уходит из гавани в семь часов утра, а кафе на набережной открывается раньше.";
const JAPANESE = "船は朝七時に港を出て、岸壁の喫茶店はその一時間前に開きます。";
const GREEK = "Το πλοίο φεύγει από το λιμάνι στις επτά το πρωί.";
/** Too short for anybody to tell its encoding: "yellow boat" in Polish. */
const SHORT = "Żółta łódź";

test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

const inEncoding = (name: string, text: string, encoding: string) => ({
  name,
  mimeType: "text/plain",
  buffer: encode(text, encoding).bytes,
});

async function attach(chat: ChatPage, ...files: ReturnType<typeof inEncoding>[]): Promise<void> {
  await expect(chat.box).toBeEditable();
  await chat.box.page().locator("input[type=file]").setInputFiles(files);
  for (const { name } of files)
    await expect(chat.box.page().getByRole("button", { name: `Remove ${name}` })).toBeVisible();
}

test("what was written in Windows-1251, Shift_JIS and UTF-16 is quoted with its letters", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await attach(
    chat,
    inEncoding("ferry.txt", `${RUSSIAN}\n${textsIn("windows-1251", 300)[0]?.text}`, "windows-1251"),
    inEncoding("ship.txt", `${JAPANESE}\n${textsIn("shift_jis", 300)[0]?.text}`, "shift_jis"),
    inEncoding("port.txt", GREEK, "utf-16le"),
  );
  const attached = page.getByRole("list", { name: "Attached files" });
  for (const encoding of ["windows-1251", "shift_jis", "utf-16le"])
    await expect(attached).toContainText(encoding);
  await chat.say("What do the files say?");
  await chat.settled();
  for (const said of [RUSSIAN, JAPANESE, GREEK]) await expect(chat.answers).toContainText(said);
});

for (const { width, colorScheme } of [
  { width: 1280, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
] as const)
  test.describe(`a short text, at ${width} and ${colorScheme}`, () => {
    test.use({
      // The preview in an encoding that does not fit is refused with this status.
      allowedErrors: [/415/],
      viewport: { width, height: 800 },
      colorScheme,
      hasTouch: width < 500,
      isMobile: width < 500,
    });

    test("is said to be a guess; others are chosen by keyboard, one after another", async ({
      page,
    }) => {
      const chat = await openNewConversation(page);
      await attach(chat, inEncoding("short.txt", SHORT, "windows-1250"));
      const card = page
        .getByRole("list", { name: "Attached files" })
        .getByRole("button", { name: "Open short.txt" });
      await card.focus();
      await page.keyboard.press("Enter");
      const preview = page.getByRole("dialog", { name: "Preview of short.txt" });
      await expect(preview.getByRole("note")).toContainText("which is a guess");
      await expect(preview).not.toContainText(SHORT);
      expect(await findViolations(page)).toEqual([]);

      const choose = async (typed: string, option: string) => {
        await preview.getByRole("combobox", { name: "Encoding" }).focus();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("option", { name: option })).toBeVisible();
        await page.keyboard.type(typed);
        // The list marks what was typed a moment later; Enter takes what is marked.
        await expect(page.getByRole("option", { name: option })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("listbox")).toBeHidden();
        await expect(preview.getByRole("combobox", { name: "Encoding" })).toHaveText(option);
      };
      const use = async (encoding: string) => {
        await page.keyboard.press("Tab");
        await expect(preview.getByRole("button", { name: "Read it so" })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(preview.getByText(`is read as ${encoding} now`)).toBeVisible();
        await expect(preview.getByText(/is read as .* now/).locator("..")).toBeFocused();
      };
      // One that does not fit is refused in words, and cannot be used.
      await choose("Unicode", "Unicode (UTF-8)");
      await expect(preview.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
      await expect(preview.getByRole("button", { name: "Read it so" })).toBeHidden();
      // The first choice may be wrong as well.
      await choose("Turkish", "Turkish (windows-1254)");
      await expect(preview.getByRole("button", { name: "Read it so" })).toBeVisible();
      await expect(preview).not.toContainText(SHORT);
      await use("windows-1254");
      await choose("Central", "Central European (windows-1250)");
      await expect(preview).toContainText(SHORT);
      await use("windows-1250");
      await expect(preview).toContainText(SHORT);
      await expect(preview).toContainText("Text · windows-1250");
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(preview).toBeHidden();
      await expect(card).toHaveCount(1);
      await expect(card).toContainText("windows-1250");

      await chat.say("What does the file say?");
      await expect(chat.answers).toContainText(SHORT);
      await chat.settled();
    });
  });

test("a file that was sent is read anew for the next message, and once however often one chooses", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await attach(chat, inEncoding("short.txt", SHORT, "windows-1250"));
  await chat.say("What does the file say?");
  await chat.settled();
  await expect(chat.answers).not.toContainText(SHORT);
  await chat.asked.getByRole("button", { name: "Open short.txt" }).click();
  const preview = page.getByRole("dialog", { name: "Preview of short.txt" });
  for (const option of ["Turkish (windows-1254)", "Central European (windows-1250)"]) {
    await preview.getByRole("combobox", { name: "Encoding" }).click();
    await page.getByRole("option", { name: option }).click();
    await preview.getByRole("button", { name: "Read it so" }).click();
    await expect(preview.getByText("attached to your next message")).toBeVisible();
    await expect(preview).toContainText(option.includes("1254") ? "windows-1254" : SHORT);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Remove short.txt" })).toHaveCount(1);
  await chat.say("What does the file say?");
  await expect(chat.answers).toHaveCount(2);
  await expect(chat.answers.last()).toContainText(SHORT);
  await chat.settled();
  await expect(chat.answers.first()).not.toContainText(SHORT);
});
