import { openNewConversation } from "../fixtures/chat-page.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(async ({ signIn }) => signIn("user"));

const text = (name: string, content: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});
const program = {
  name: "program.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("7f454c46020101000000000000000000", "hex"),
};

test.describe("attaching", () => {
  test.use({ allowedErrors: [/415/] });

  test("a refused file is named with the reason and what is allowed; the others are sent", async ({
    page,
  }) => {
    const chat = await openNewConversation(page);
    await expect(chat.box).toBeEditable();
    await page
      .locator("input[type=file]")
      .setInputFiles([text("notes.txt", "Delivery takes four days."), program]);
    const alert = page.getByRole("alert").filter({ hasText: "program.txt" });
    await expect(alert).toContainText("was not attached");
    await expect(alert).toContainText(".pdf");
    const attached = page.getByRole("list", { name: "Attached files" });
    await expect(attached.getByRole("button", { name: "Remove notes.txt" })).toBeVisible();
    await expect(attached.getByText("program.txt")).toHaveCount(0);
    await chat.say("What does the file say about delivery?");
    await expect(chat.answers).toContainText("four days");
    await expect(chat.asked.getByRole("button", { name: "Open notes.txt" })).toBeVisible();
  });
});

test("oversized and empty files are refused before they are sent", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const large = { ...text("large.txt", ""), buffer: Buffer.alloc(10 * 1024 * 1024 + 1, "a") };
  await page.locator("input[type=file]").setInputFiles([large, text("empty.txt", "")]);
  const alert = page.getByRole("alert");
  await expect(alert.getByText("large.txt")).toBeVisible();
  await expect(alert.getByText("empty.txt")).toBeVisible();
});

test("files can be pasted, dropped and removed, and survive a reload", async ({ page }) => {
  const chat = await openNewConversation(page);
  const hand = (kind: "paste" | "drop", name: string) =>
    chat.box.evaluate(
      (box, [event, fileName]) => {
        const data = new DataTransfer();
        data.items.add(new File(["hello"], fileName, { type: "text/plain" }));
        const init = { bubbles: true, cancelable: true };
        box.dispatchEvent(
          event === "paste"
            ? new ClipboardEvent("paste", { ...init, clipboardData: data })
            : new DragEvent("drop", { ...init, dataTransfer: data }),
        );
      },
      [kind, name] as const,
    );
  await expect(chat.box).toBeEditable();
  await hand("paste", "pasted.txt");
  await hand("drop", "dropped.txt");
  const attached = page.getByRole("list", { name: "Attached files" });
  await expect(attached.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await page.reload();
  await expect(attached.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Remove pasted.txt" }).click();
  await page.getByRole("button", { name: "Remove dropped.txt" }).click();
  await expect(attached).toHaveCount(0);
});
