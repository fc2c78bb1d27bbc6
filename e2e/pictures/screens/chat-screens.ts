/** What a person sees: conversations of every kind, and what opens on them. */
import type { Page } from "@playwright/test";
import { openWith, type Screen } from "./screen.ts";

const press = async (page: Page, name: string | RegExp, opened: string) => {
  const button = page.getByRole("button", { name }).first();
  await openWith(() => button.click(), page.locator(opened).first());
};

const TALKS = [
  ...["chart", "places", "failing", "fibonacci", "brief", "intake"],
  ...["declined", "approval", "file", "versions", "ends"],
];

const user = (name: string, talk: string, rest: Partial<Screen> = {}): Screen => ({
  name: `chat-${name}`,
  as: "user",
  path: talk.startsWith("/") ? talk : ({ pages }) => pages[talk] ?? "",
  ...rest,
});

const openPalette = (page: Page) =>
  openWith(
    () => page.keyboard.press("ControlOrMeta+k"),
    page.getByRole("dialog", { name: /^Search conversations/ }),
  );

/** On a narrow screen the sidebar is a dialog. */
async function openSidebar(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768)
    await press(page, "Conversations", "[role=dialog][data-open]");
}

const DRAWN: Partial<Screen> = {
  shows: (page) => page.getByRole("button", { name: /show it large/ }),
  isDrawn: true,
};

export const CHAT_SCREENS: Screen[] = [
  { name: "chat-first", as: "newcomer", path: "/" },
  user("empty", "/"),
  user("written", "written", DRAWN),
  ...TALKS.map((talk) => user(talk, talk)),
  user("not-found", "/c/00000000-0000-4000-8000-000000000000"),
  user("diagram", "written", {
    ...DRAWN,
    act: (page) => press(page, /show it large/, "[role=dialog]"),
  }),
  user("source", "file", { act: (page) => press(page, /^Source 1/, "[role=dialog]") }),
  user("preview", "file", {
    act: (page) => press(page, "Open masts.txt", "[role=dialog]"),
  }),
  user("files", "file", {
    act: (page) => press(page, "Files of this conversation", "[role=dialog]"),
  }),
  user("document", "brief", {
    act: (page) =>
      openWith(
        () => page.getByRole("button", { name: "Open Project brief" }).click(),
        page
          .getByRole("complementary", { name: "Project brief" })
          .or(page.getByRole("dialog", { name: "Project brief" })),
      ),
  }),
  user("share", "chart", { act: (page) => press(page, /^Share$/, "[role=dialog]") }),
  user("shared", "written", {
    ...DRAWN,
    act: (page) => press(page, /^Share$/, "[role=dialog]"),
    mask: (page) => page.getByLabel("Link"),
  }),
  user("palette", "/", { act: openPalette }),
  user("palette-found", "/", {
    async act(page) {
      await openPalette(page);
      await page.getByRole("dialog").getByRole("combobox").fill("mast");
      await page.getByRole("option").filter({ hasText: "mast" }).first().waitFor();
    },
  }),
  user("keys", "fibonacci", {
    act: (page) =>
      openWith(
        async () => {
          await page.getByRole("heading", { level: 1 }).click();
          await page.keyboard.press("Tab");
          await page.keyboard.press("?");
        },
        page.getByRole("dialog", { name: "Keyboard shortcuts" }),
      ),
    width: 1280,
  }),
  user("find", "fibonacci", {
    async act(page) {
      const bar = page.getByRole("search", { name: "Find in this conversation" });
      await openWith(() => page.keyboard.press("ControlOrMeta+Shift+f"), bar);
      await bar.getByRole("textbox").fill("fibonacci");
    },
  }),
  user("sidebar", "/", { act: openSidebar, width: 390 }),
  user("account-menu", "/", {
    async act(page) {
      await openSidebar(page);
      await press(page, "Robin Example", "[role=menu]");
    },
  }),
  user("conversation-menu", "/", {
    async act(page) {
      await openSidebar(page);
      await press(page, "Conversation menu", "[role=menu]");
    },
  }),
  user("select", "/", {
    async act(page) {
      await openSidebar(page);
      await press(page, "Select conversations", "[role=toolbar]");
    },
  }),
  user("folder", "/", {
    async act(page) {
      await openSidebar(page);
      await openWith(
        () => page.getByRole("button", { name: "New folder" }).click(),
        page.getByRole("textbox", { name: "Name of the folder" }),
      );
    },
  }),
  user("archive", "/", {
    async act(page) {
      await openSidebar(page);
      await press(page, "Archive", "button:has-text('Back to conversations')");
    },
  }),
  user("temporary", "/", {
    act: (page) => page.getByRole("button", { name: "Temporary chat" }).click(),
  }),
  user("settings", "/settings"),
  user("account", "/account"),
  user("account-delete", "/account", {
    act: (page) => press(page, "Delete account", "[role=dialog], [role=alertdialog]"),
  }),
];
