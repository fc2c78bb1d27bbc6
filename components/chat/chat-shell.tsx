/** The frame of the chat: the sidebar, and beside it the conversation. */
"use client";
import {
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Announcer } from "@/components/ui/announcer.tsx";
import { cn } from "@/components/ui/cn.ts";
import { MayLoadPictures } from "@/components/ui/markdown/network-picture.tsx";
import { TooltipHost } from "@/components/ui/overlay/tooltip-host.tsx";
import * as text from "@/lib/messages/chat.ts";
import { type Chat, type ChatActions, ChatProvider } from "./chat-context.tsx";
import { RequestFailed } from "./data/get-json.ts";
import { chatKeys } from "./data/queries.ts";
import { onNewsFromTabs } from "./data/tab-news.ts";
import { focusComposer } from "./focus-composer.ts";
import { Notices } from "./notices.tsx";
import { PaletteHost } from "./palette/palette-host.tsx";
import { useCommand } from "./palette/use-command.ts";
import { useConversationId } from "./place-link.tsx";
import { loadEventContract } from "./run/run-stream.ts";
import { noteSignedOut } from "./session/session-state.ts";
import { SessionWatch, useOwnStorage } from "./session/session-watch.tsx";
import { useShareDialog } from "./share/use-share-dialog.tsx";
import { OrganiseHere } from "./sidebar/organise-here.tsx";
import { Sidebar, type SidebarProps } from "./sidebar/sidebar.tsx";
import { keepCollapsed } from "./sidebar/sidebar-cookie.ts";

const loadDrawer = () => import("@/components/ui/overlay/drawer.tsx");
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));

type ChatShellProps = Omit<SidebarProps, "currentId" | "onGo" | "onCollapse"> &
  Pick<Chat, "modelLabel" | "notice" | "personId" | "mayContinue"> & {
    /** As the person left the sidebar. */
    startsCollapsed: boolean;
    canShare: boolean;
    actions: ChatActions;
    children: ReactNode;
  };

export function ChatShell(props: ChatShellProps) {
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={client}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}

/** When the session has ended, the person signs in again on this page. */
function createClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof RequestFailed && error.code === "signed-out") noteSignedOut(false);
  };
  // Notifies in a microtask instead of a timer, so that a press of Send is visible in the next frame.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    // Offline, an action fails at once with a message, instead of being queued.
    defaultOptions: { mutations: { networkMode: "always" } },
  });
}

function Frame(props: ChatShellProps) {
  const { children, actions, modelLabel, notice, personId, mayContinue, ...given } = props;
  const { canShare, startsCollapsed, ...rest } = given;
  useOwnStorage(personId);
  const [isDrawerOpen, setDrawerOpen] = useDrawer();
  const { openShare, dialog: shareDialog } = useShareDialog(rest.person.name);
  const closeDrawer = () => setDrawerOpen(false);
  const currentId = useConversationId();
  const { isCollapsed, toggle } = useCollapsed(startsCollapsed);
  const chat = useMemo<Chat>(
    () => ({
      ...actions,
      modelLabel,
      notice,
      personId,
      mayContinue,
      openSidebar: () => setDrawerOpen(true),
      openShare: canShare ? openShare : null,
      isSidebarCollapsed: isCollapsed,
      toggleSidebar: toggle,
    }),
    [
      actions,
      modelLabel,
      notice,
      personId,
      mayContinue,
      canShare,
      openShare,
      isCollapsed,
      toggle,
      setDrawerOpen,
    ],
  );
  useCommand("toggle-sidebar", () => {
    if (isNarrow()) setDrawerOpen((isOpen) => !isOpen);
    else toggle();
  });
  useNewsFromTabs();
  usePreload();
  return (
    <ChatProvider chat={chat}>
      <div className="flex h-dvh">
        <SkipLink />
        <aside
          aria-label={text.sidebar()}
          className={cn("w-66 shrink-0 border-e max-md:hidden", isCollapsed && "hidden")}
        >
          <Sidebar {...rest} currentId={currentId} onGo={focusComposer} onCollapse={toggle} />
        </aside>
        {isDrawerOpen !== null && (
          <Suspense>
            <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} title={text.conversations()}>
              <Sidebar {...rest} currentId={currentId} onGo={closeDrawer} />
            </Drawer>
          </Suspense>
        )}
        {shareDialog}
        {/* Hidden until something follows it, when all of it has arrived: with each piece, what stands above the composer moves. */}
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col outline-none [&:not(:has(+*))]:hidden"
        >
          <OrganiseHere currentId={currentId}>
            <MayLoadPictures value>{children}</MayLoadPictures>
          </OrganiseHere>
        </main>
        <PaletteHost currentId={currentId} canInspect={rest.canInspect} />
        <TooltipHost />
        <Announcer />
        <SessionWatch personId={personId} email={rest.person.email} />
        <Notices seed={rest.seed} currentId={currentId} />
      </div>
    </ChatProvider>
  );
}

/** Refetches what another tab has changed. */
function useNewsFromTabs(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onNewsFromTabs((conversationId) => {
        const changed =
          conversationId === null ? chatKeys.details() : chatKeys.detail(conversationId);
        void client.invalidateQueries({ queryKey: changed });
        void client.invalidateQueries({ queryKey: chatKeys.lists() });
      }),
    [client],
  );
}

const WIDE = "(min-width: 52rem)";

/** Whether the sidebar is a drawer over the conversation. */
function isNarrow(): boolean {
  return !window.matchMedia(WIDE).matches;
}

/** What the first answer and the first press need. What fails here is tried again when it is needed. */
const PRELOADED: readonly (() => Promise<unknown>)[] = [
  loadEventContract,
  () => import("./sidebar/rows/conversation-menu.tsx"),
  () => import("./sidebar/selection-bar.tsx"),
  () => import("./view/files/conversation-files.tsx"),
  () => import("./palette/palette.tsx"),
  () => import("./palette/key-help.tsx"),
  () => import("./find/find-bar.tsx"),
];

/** After the page. */
function usePreload(): void {
  useEffect(() => {
    for (const load of PRELOADED) load().catch(() => undefined);
  }, []);
}

/** Null until the window is narrow, or the sidebar is asked for: then a finger can draw it in from the edge. */
function useDrawer() {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const media = window.matchMedia(WIDE);
    const prepare = () => {
      if (media.matches) return;
      loadDrawer().then(
        () => setOpen((now) => now ?? false),
        () => undefined,
      );
    };
    prepare();
    media.addEventListener("change", prepare);
    return () => media.removeEventListener("change", prepare);
  }, []);
  return [isOpen, setOpen] as const;
}

const MAIN_ID = "chat";

/** The first thing that Tab reaches. The address stays as it is. */
function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="skip-link"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      {text.skipToConversation()}
    </a>
  );
}

const SHOW = "[data-show-sidebar]";
const HIDE = "[data-hide-sidebar]";

/** @param startsCollapsed as the server read it from the cookie */
function useCollapsed(startsCollapsed: boolean) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  const toggle = useCallback(() => {
    const next = !isCollapsed;
    // The button that was pressed disappears with the sidebar, so the other button gets the focus.
    const takesFocus = document.activeElement?.closest(`aside, ${SHOW}`) != null;
    keepCollapsed(next);
    flushSync(() => setCollapsed(next));
    if (takesFocus) document.querySelector<HTMLElement>(next ? SHOW : HIDE)?.focus();
  }, [isCollapsed]);
  return { isCollapsed, toggle };
}
