"use client";
/** The frame of the chat: the sidebar, and beside it the conversation. */
import {
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Sheet } from "@/components/ui/sheet.tsx";
import { type Chat, ChatProvider } from "./chat-context.tsx";
import { RequestFailed } from "./data/get-json.ts";
import { DETAIL_KEYS, detailKey, LIST_KEY } from "./data/queries.ts";
import { onNewsFromTabs } from "./data/tab-news.ts";
import { goTo } from "./place-link.tsx";
import { Sidebar, type SidebarProps } from "./sidebar/sidebar.tsx";
import { conversationIdOf } from "./view/conversation-id-of.ts";

type ChatShellProps = Omit<SidebarProps, "currentId" | "onGo"> &
  Omit<Chat, "openSidebar"> & { children: ReactNode };

export function ChatShell(props: ChatShellProps) {
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={client}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}

/** A person whose session has ended signs in and comes back; what they were writing is kept. */
function createClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof RequestFailed) || error.code !== "signed-out") return;
    const to = encodeURIComponent(window.location.pathname);
    window.location.assign(`/sign-in?to=${to}`);
  };
  return new QueryClient({ queryCache: new QueryCache({ onError }) });
}

function Frame(props: ChatShellProps) {
  const { children, sendMessage, retryAnswer, decideApproval, correctFact, ...others } = props;
  const { modelLabel, ...rest } = others;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const closeSheet = () => setSheetOpen(false);
  const currentId = conversationIdOf(usePathname());
  const chat = useMemo<Chat>(
    () => ({
      sendMessage,
      retryAnswer,
      decideApproval,
      correctFact,
      modelLabel,
      openSidebar: () => setSheetOpen(true),
    }),
    [sendMessage, retryAnswer, decideApproval, correctFact, modelLabel],
  );
  useNewsFromTabs();
  useNewConversationKey();
  return (
    <ChatProvider chat={chat}>
      <div className="flex h-dvh">
        <aside aria-label="Sidebar" className="w-66 shrink-0 border-r max-md:hidden">
          <Sidebar {...rest} currentId={currentId} onGo={focusComposer} />
        </aside>
        <Sheet isOpen={isSheetOpen} label="Conversations" onClose={closeSheet}>
          <Sidebar {...rest} currentId={currentId} onGo={closeSheet} />
        </Sheet>
        <main className="flex min-w-0 flex-1 flex-col">{children}</main>
      </div>
    </ChatProvider>
  );
}

function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus();
}

/** What another tab sends is read here too. */
function useNewsFromTabs(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onNewsFromTabs((conversationId) => {
        const changed = conversationId === null ? DETAIL_KEYS : detailKey(conversationId);
        void client.invalidateQueries({ queryKey: changed });
        void client.invalidateQueries({ queryKey: LIST_KEY });
      }),
    [client],
  );
}

/** Ctrl+K, or Command+K, starts a new conversation. */
function useNewConversationKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isChord || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      goTo("/");
      focusComposer();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
