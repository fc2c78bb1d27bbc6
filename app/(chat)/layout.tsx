/** The layout of the chat for signed-in people. */

import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ChatShell } from "@/components/chat/chat-shell.tsx";
import { COLLAPSED, SIDEBAR_COOKIE } from "@/components/chat/sidebar/sidebar-cookie.ts";
import { can } from "@/lib/access/assert-can.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { listConversations } from "@/lib/db/conversations/list-conversations.ts";
import { isMemoryForced, settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/chat.ts";
import { readNotice } from "../notice/read-notice.ts";
import { markNoticeSeen } from "../settings/actions.ts";
import { ownPreferences } from "../settings/own-preferences.ts";
import {
  arrangeFolder,
  chooseVersion,
  continueAnswer,
  correctFact,
  decideApproval,
  editMessage,
  giveFeedback,
  openApproval,
  organise,
  retryAnswer,
  revokeShare,
  sendMessage,
  share,
} from "./actions.ts";

const ACTIONS = {
  sendMessage,
  retryAnswer,
  continueAnswer,
  decideApproval,
  openApproval,
  correctFact,
  editMessage,
  chooseVersion,
  giveFeedback,
  organise,
  share,
  revokeShare,
  arrangeFolder,
  markNoticeSeen,
};

export default async function ChatLayout({ children }: { children: ReactNode }) {
  const person = await getPerson();
  // The page redirects to sign-in, because it knows the address to return to.
  if (!person) return children;
  const { actor, name, email } = person;
  const [seed, { noticeSeen, digest, summary }] = await Promise.all([
    listConversations(actor),
    ownPreferences().then(async (own) => ({
      noticeSeen: own?.noticeSeen,
      ...(await readNotice(own?.model ?? null)),
    })),
  ]);
  return (
    <ChatShell
      person={{ name, email }}
      personId={actor.userId}
      canInspect={can(actor, "run:list")}
      seed={seed}
      startsCollapsed={(await cookies()).get(SIDEBAR_COOKIE)?.value === COLLAPSED}
      todayStartMs={new Date().setUTCHours(0, 0, 0, 0)}
      notice={noticeSeen === digest ? null : { digest, summary }}
      modelLabel={settings().HALFSILVER_MODEL_KIND === "demo" ? text.demoModel() : null}
      canShare={settings().SHARE_LINKS}
      mayContinue={!isMemoryForced()}
      actions={ACTIONS}
    >
      {children}
    </ChatShell>
  );
}
