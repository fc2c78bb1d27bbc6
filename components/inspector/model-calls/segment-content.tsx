/** The content of a segment: messages, tools, or why it is missing. */
"use client";
import * as z from "zod/mini";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { RebuiltSegment } from "@/lib/contracts/inspector/run/call-inspection.ts";
import { DATA_OPENING } from "@/lib/contracts/model/marked-data.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { FailureNotice } from "../frame.tsx";
import { Digest } from "../values/copy-button.tsx";
import { numberItems } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { WithheldValue } from "../values/withheld-value.tsx";
import { WHY_NOT } from "./segment-marks.tsx";
import { useSegment } from "./use-calls.ts";

type SegmentContentProps = { runId: string; seq: number; index: number; segment: RebuiltSegment };

export function SegmentContentView({ runId, seq, index, segment }: SegmentContentProps) {
  const { content, rebuilt, agentId, sha256 } = segment;
  const isDeferred = content?.withheld === "deferred";
  const late = useSegment(runId, seq, index, isDeferred);
  const payload = isDeferred ? (late.data?.content ?? null) : content;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <p className="flex items-center gap-2 text-faint md:hidden">
        {agentId} <Digest sha256={sha256} />
      </p>
      {rebuilt !== "exact" ? (
        <p className="text-soft">{WHY_NOT[rebuilt].sentence}</p>
      ) : payload ? (
        <Content payload={payload} />
      ) : late.error ? (
        <FailureNotice error={late.error} onRetry={() => late.refetch()} />
      ) : (
        <p role="status" className="text-faint">
          {texts.loading()}
        </p>
      )}
    </div>
  );
}

const Message = z.object({
  role: z.string(),
  content: z.nullish(z.string()),
  tool_call_id: z.optional(z.string()),
  tool_calls: z.optional(
    z.array(
      z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
    ),
  ),
});
type Message = z.infer<typeof Message>;

function Content({ payload }: { payload: Payload }) {
  const messages = z.array(Message).safeParse(payload.value);
  if (payload.withheld) return <WithheldValue payload={payload} />;
  if (!messages.success) return <PayloadView title={texts.content()} payload={payload} />;
  const calls = messages.data.flatMap((message) => message.tool_calls ?? []);
  const tools = new Map(calls.map((call) => [call.id, call.function.name]));
  return numberItems(messages.data).map(({ ordinal, item }) => (
    <MessageView key={ordinal} message={item} tools={tools} />
  ));
}

const ROLES: Record<string, () => string> = {
  system: texts.roleSystem,
  user: texts.roleUser,
  assistant: texts.roleAssistant,
  tool: texts.roleResult,
};

/** @param tools names of the tools by the ids of their calls */
function MessageView({ message, tools }: { message: Message; tools: ReadonlyMap<string, string> }) {
  const { role, content, tool_calls: calls = [], tool_call_id: callId } = message;
  const isData = role === "user" && content?.startsWith(DATA_OPENING);
  const name = isData ? texts.roleData() : (ROLES[role]?.() ?? role);
  return (
    <>
      {(content || calls.length === 0) && (
        <PayloadView
          title={
            callId ? texts.entryOfTool({ role: name, tool: tools.get(callId) ?? callId }) : name
          }
          payload={toPayload(content ?? "")}
          prose={role !== "tool"}
        />
      )}
      {numberItems(calls).map(({ ordinal, item }) => (
        <PayloadView
          key={ordinal}
          title={texts.callOf({ name: item.function.name })}
          payload={toPayload(item.function.arguments)}
        />
      ))}
    </>
  );
}

function toPayload(text: string): Payload {
  return { value: text, bytes: new TextEncoder().encode(text).length };
}
