/** The context of the chat's components: the page's actions, and the model's label. */
"use client";
import { createContext, type ReactNode, useContext } from "react";
import type {
  ArrangeFolder,
  OrganiseConversations,
} from "@/lib/contracts/public/organise/organise.ts";
import type { GiveFeedback } from "@/lib/contracts/public/person/answer-feedback.ts";
import type { NoticeText } from "@/lib/contracts/public/person/notice-text.ts";
import type { SettingChange } from "@/lib/contracts/public/person/preferences.ts";
import type {
  ActionResult,
  ChooseVersion,
  ContinueAnswer,
  CorrectFact,
  CorrectFactResult,
  DecideApproval,
  EditMessage,
  OpenApproval,
  OpenApprovalResult,
  RetryAnswer,
  SendMessage,
  SendMessageResult,
} from "@/lib/contracts/public/send-message.ts";
import type {
  RevokeShare,
  ShareConversation,
  ShareResult,
} from "@/lib/contracts/public/share/share-link.ts";

/** The server actions of the chat. */
export type ChatActions = {
  sendMessage: (input: SendMessage) => Promise<SendMessageResult>;
  retryAnswer: (input: RetryAnswer) => Promise<SendMessageResult>;
  continueAnswer: (input: ContinueAnswer) => Promise<SendMessageResult>;
  decideApproval: (input: DecideApproval) => Promise<SendMessageResult>;
  openApproval: (input: OpenApproval) => Promise<OpenApprovalResult>;
  correctFact: (input: CorrectFact) => Promise<CorrectFactResult>;
  editMessage: (input: EditMessage) => Promise<SendMessageResult>;
  organise: (input: OrganiseConversations) => Promise<ActionResult>;
  arrangeFolder: (input: ArrangeFolder) => Promise<ActionResult>;
  chooseVersion: (input: ChooseVersion) => Promise<ActionResult>;
  share: (input: ShareConversation) => Promise<ShareResult>;
  revokeShare: (input: RevokeShare) => Promise<ActionResult>;
  giveFeedback: (input: GiveFeedback) => Promise<ActionResult>;
  markNoticeSeen: (input: { digest: string }) => Promise<SettingChange>;
};

export type Chat = ChatActions & {
  /** Shown wherever a person could mistake the model for another; null if no label is needed. */
  modelLabel: string | null;
  /** What the person is to read before they write; null where they have read it. */
  notice: Pick<NoticeText, "digest" | "summary"> | null;
  openSidebar: () => void;
  /** Names what is kept for this person in the browser. */
  personId: string;
  /** Opens the dialog that shares a copy; null where the operator has switched that off. */
  openShare: ((conversation: { id: string; title: string }) => void) | null;
  /** False where no model may see what was said before. */
  mayContinue: boolean;
  /** In a wide window, the sidebar is hidden. */
  isSidebarCollapsed: boolean;
  toggleSidebar: () => void;
};

const ChatContext = createContext<Chat | null>(null);

export function ChatProvider({ chat, children }: { chat: Chat; children: ReactNode }) {
  return <ChatContext value={chat}>{children}</ChatContext>;
}

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error("useChat outside of ChatProvider");
  return chat;
}
