/** What a run is called by: its question, and the conversation that it was asked in. */

import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as texts from "@/lib/messages/inspector.ts";
import { InertText } from "./values/text/inert-text.tsx";

type Named = { run: Pick<InspectedRun, "question" | "conversation"> };

export function RunName({ run: { question, conversation } }: Named) {
  return <InertText text={question || conversation.title} />;
}

/** Nothing where it would say the same: the first question of a conversation is its title. */
export function RunPlace({ run: { question, conversation } }: Named) {
  const isSame = !question || question.startsWith(conversation.title.replace(/…$/, ""));
  if (isSame) return null;
  return (
    <>
      {texts.inWord()}
      <InertText text={conversation.title} />”
    </>
  );
}
