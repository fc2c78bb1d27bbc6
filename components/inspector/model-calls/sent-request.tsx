/** The request as its server got it, where that is not the prompt below, and what was repaired in it. */
"use client";
import type { CallInspection } from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { FailureNotice } from "../frame.tsx";
import { PayloadView } from "../values/payload-view.tsx";
import { useSegment } from "./use-calls.ts";

type SentRequestProps = { runId: string; inspection: CallInspection };

export function SentRequest({ runId, inspection: { sent, call } }: SentRequestProps) {
  const isDeferred = sent?.messages?.withheld === "deferred";
  const late = useSegment(runId, call.seq, "sent", isDeferred);
  if (!sent?.messages) return null;
  const messages = isDeferred ? (late.data?.content ?? null) : sent.messages;
  return (
    <section aria-label={texts.theRequestAsItWasSent()} className="grid min-w-0 grid-cols-1 gap-2">
      <p className="text-xs text-soft">{texts.itIsNotThePromptBelow()}</p>
      {sent.repaired.map(({ toolCallId, written, sent: after }) => (
        <section
          key={toolCallId}
          aria-label={texts.repairedArguments({ toolCallId })}
          className="grid min-w-0 grid-cols-1 gap-2 @2xl:grid-cols-2"
        >
          <PayloadView title={texts.theModelHadWritten()} payload={written} prose />
          <PayloadView title={texts.sentBackAs()} payload={after} prose />
        </section>
      ))}
      {messages ? (
        <PayloadView title={texts.theRequestAsItWasSent()} payload={messages} />
      ) : late.error ? (
        <FailureNotice error={late.error} onRetry={() => late.refetch()} />
      ) : (
        <p role="status" className="text-xs text-faint">
          {texts.loading()}
        </p>
      )}
    </section>
  );
}
