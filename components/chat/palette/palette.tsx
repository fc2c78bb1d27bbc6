/** The palette: conversations, messages and commands by a few letters, and one press to get there. */
"use client";
import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { theme } from "@/components/ui/device/device-choice.ts";
import { hasFocus } from "@/components/ui/overlay/use-open.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as commandText from "@/lib/messages/palette.ts";
import * as text from "@/lib/messages/search.ts";
import { useChat } from "../chat-context.tsx";
import type { ListPages } from "../data/poll-list.ts";
import { chatKeys } from "../data/queries.ts";
import { tellOtherTabs } from "../data/tab-news.ts";
import { useOrganise } from "../data/use-organise.ts";
import { leadTo } from "../find/lead-to-message.ts";
import { focusComposer } from "../focus-composer.ts";
import { goTo } from "../place-link.tsx";
import { signOut } from "../session/sign-out.ts";
import { RenameField } from "../sidebar/rows/rename-field.tsx";
import type { CommandId } from "./commands.ts";
import { foundGroups, openingGroups, type PaletteItem } from "./palette-items.ts";
import { PaletteList } from "./palette-list.tsx";
import { useAvailable } from "./use-command.ts";
import { useSearchResults } from "./use-search-results.ts";

type PaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  currentId: string | null;
  canInspect: boolean;
};

export default function Palette(props: PaletteProps) {
  const { isOpen } = props;
  /** True where what was picked gives the focus a place of its own. */
  const movesFocus = useRef(false);
  const popup = useRef<HTMLDivElement>(null);
  // Opened anew while it still goes away, it begins anew, too.
  const [visit, setVisit] = useState({ number: 0, isOpen });
  if (visit.isOpen !== isOpen) setVisit({ number: visit.number + (isOpen ? 1 : 0), isOpen });
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fixed inset-0 z-30" />
        <Dialog.Popup
          ref={popup}
          finalFocus={() => !movesFocus.current && hasFocus(popup.current)}
          className="popup fixed top-[12dvh] left-1/2 z-40 flex max-h-[min(34rem,76dvh)] w-[min(40rem,94vw)] -translate-x-1/2 flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-floating outline-none max-md:inset-x-0 max-md:top-0 max-md:left-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:translate-x-0 max-md:rounded-none"
        >
          <Dialog.Title className="sr-only">{text.searchEverything()}</Dialog.Title>
          <Content key={visit.number} {...props} movesFocus={movesFocus} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const RECENT_COUNT = 6;

/** Commands that act on the page in place. After them the focus goes back to where it was. */
const STAYS: ReadonlySet<string> = new Set(["pin", "unpin", "archive", "unarchive", "rename"]);

const keepsFocus = (item: PaletteItem) =>
  item.kind === "command" && (STAYS.has(item.id) || item.id.startsWith("theme-"));

/** Begins anew each time it is opened. */
function Content(props: PaletteProps & { movesFocus: RefObject<boolean> }) {
  const { isOpen, onClose, currentId, canInspect, movesFocus } = props;
  const [words, setWords] = useState("");
  const [isRenaming, setRenaming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const showVersion = useShowVersion();
  const search = useSearchResults(words, isOpen);
  const own = useOwnCommands(currentId, canInspect, () => setRenaming(true));
  const available = new Map([...useAvailable(), ...own]);
  const current = useCurrent(currentId);
  const ids = new Set(available.keys());
  const recent = useRecent(currentId);
  const groups = words.trim()
    ? foundGroups(words, search.results, ids)
    : openingGroups(recent, ids);

  useEffect(() => {
    movesFocus.current = false;
  }, [movesFocus]);
  const isClosed = useRef(false);
  isClosed.current = !isOpen;
  const pick = async (item: PaletteItem) => {
    movesFocus.current = !keepsFocus(item);
    if (item.kind === "command") {
      if (item.id !== "rename") onClose();
      // After the dialog has given the focus back, so that the command can move it.
      requestAnimationFrame(() => available.get(item.id)?.());
      return;
    }
    if (item.kind === "conversation") {
      onClose();
      goTo(`/c/${item.found.id}`);
      requestAnimationFrame(focusComposer);
      return;
    }
    const { conversationId, messageId, isOtherVersion } = item.found;
    if (isOtherVersion) {
      const refusal = await showVersion(conversationId, messageId);
      if (isClosed.current) return;
      if (refusal !== null) {
        movesFocus.current = false;
        setProblem(refusal);
        return;
      }
    }
    onClose();
    leadTo(conversationId, messageId);
  };

  if (isRenaming && currentId !== null)
    return <RenameHere conversationId={currentId} title={current?.title ?? ""} onDone={onClose} />;
  return (
    <PaletteList
      words={words}
      onWords={(next) => {
        setWords(next);
        setProblem(null);
      }}
      groups={groups}
      onPick={(item) => void pick(item)}
      problem={problem}
      search={search}
      onClose={onClose}
    />
  );
}

/** The newest of the sidebar's list, without the one on the screen. */
function useRecent(currentId: string | null) {
  const pages = useQueryClient().getQueryData<ListPages>(chatKeys.list("recent"))?.pages ?? [];
  const listed = pages.flatMap(({ conversations }) => conversations);
  return listed.filter(({ id }) => id !== currentId).slice(0, RECENT_COUNT);
}

/** Shows the path that a version is on. Returns a sentence where that is refused. */
function useShowVersion() {
  const { chooseVersion } = useChat();
  const client = useQueryClient();
  return async (conversationId: string, messageId: string): Promise<string | null> => {
    const result = await chooseVersion({ conversationId, messageId }).catch(() => null);
    if (!result?.ok) return result?.message ?? text.notShown();
    const queryKey = chatKeys.detail(conversationId);
    // What is not on the screen is read anew when it is opened, without what was shown before.
    client.removeQueries({ queryKey, type: "inactive" });
    await client.refetchQueries({ queryKey });
    tellOtherTabs(conversationId);
    return null;
  };
}

type RenameHereProps = { conversationId: string; title: string; onDone: () => void };

/** Renames the conversation on the screen, in the place of the palette's field. */
function RenameHere({ conversationId, title, onDone }: RenameHereProps) {
  const { mutate } = useOrganise();
  return (
    <div className="grid gap-1 p-4">
      <p className="text-xs text-faint">{commandText.rename()}</p>
      <RenameField
        label={text.titleField()}
        value={title}
        onRename={(renamed) =>
          mutate({ conversationIds: [conversationId], change: { to: "renamed", title: renamed } })
        }
        onClose={onDone}
      />
      <p className="text-xs text-faint">{text.saveTitle()}</p>
    </div>
  );
}

type Current = { id: string; title: string; isPinned: boolean; isArchived: boolean };

/** @returns what can be done now, and how; `rename` is the palette's own */
function useOwnCommands(
  currentId: string | null,
  canInspect: boolean,
  onRename: () => void,
): ReadonlyMap<CommandId, () => void> {
  const chosen = theme.use();
  const { mutate } = useOrganise();
  const client = useQueryClient();
  const current = useCurrent(currentId);
  const commands = new Map<CommandId, () => void>();
  if (currentId !== null) {
    const change = (to: Change) => mutate({ conversationIds: [currentId], change: to });
    const { isPinned = false, isArchived = false } = current ?? {};
    commands.set("rename", onRename);
    if (isArchived) commands.set("unarchive", () => change({ to: "unarchived" }));
    else if (isPinned) commands.set("unpin", () => change({ to: "unpinned" }));
    else commands.set("pin", () => change({ to: "pinned" }));
    if (!isArchived) commands.set("archive", () => change({ to: "archived" }));
    const exportAs = (form: string) =>
      window.location.assign(`/api/conversations/${currentId}/export?as=${form}`);
    commands.set("export-markdown", () => exportAs("markdown"));
    commands.set("export-json", () => exportAs("json"));
  }
  if (chosen !== "light") commands.set("theme-light", () => theme.choose("light"));
  if (chosen !== "dark") commands.set("theme-dark", () => theme.choose("dark"));
  if (chosen !== "system") commands.set("theme-system", () => theme.choose("system"));
  commands.set("settings", () => window.location.assign("/settings"));
  commands.set("account", () => window.location.assign("/account"));
  if (canInspect) commands.set("inspector", () => window.location.assign("/admin/runs"));
  commands.set("sign-out", () => void signOut(client));
  return commands;
}

/** What the sidebar knows of the conversation on the screen; null where it has not listed it yet. */
function useCurrent(currentId: string | null): Current | null {
  const client = useQueryClient();
  // Of all lists that were read: the newest, the archive and the open folders.
  const lists = client.getQueriesData<ListPages>({ queryKey: chatKeys.lists() });
  for (const [key, list] of lists) {
    const all = (list?.pages ?? []).flatMap(({ conversations }) => conversations);
    const found = all.find(({ id }) => id === currentId);
    if (found) {
      const isArchived = key.at(-1) === "archive";
      return { id: found.id, title: found.title, isPinned: found.isPinned, isArchived };
    }
  }
  return null;
}
