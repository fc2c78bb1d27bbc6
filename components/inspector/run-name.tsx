/** The name of a run: its question, and the title of its conversation. */

import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as texts from "@/lib/messages/inspector.ts";
import { InertText } from "./values/text/inert-text.tsx";

type Named = { run: Pick<InspectedRun, "question" | "conversation" | "masked"> };

export function RunName({ run: { question, conversation, masked } }: Named) {
  if (masked) return <span className="text-faint">{texts.maskedRun()}</span>;
  return <InertText text={question || conversation.title} />;
}

/** Empty where the title repeats the question, as for the first question of a conversation. */
export function RunPlace({ run: { question, conversation } }: Named) {
  const isSame = !question || question.startsWith(conversation.title.replace(/…$/, ""));
  if (isSame) return null;
  return (
    <>
      {texts.inConversation()}
      <InertText text={conversation.title} />
      {texts.inConversationEnd()}
    </>
  );
}
