"use client";
/** One model call. */
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { toEvent } from "../run/use-panel.ts";
import { SearchLink } from "../search-link.tsx";
import { OutcomeChip } from "../status-chip.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount, formatDuration, formatNoun, formatOffset } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import type { ModelCall } from "./fold-model-calls.ts";
import type { ToolCall } from "./fold-tool-calls.ts";
import { ManifestView } from "./manifest-view.tsx";

type ModelCallViewProps = {
  call: ModelCall;
  /** The run's tool calls by the id that the model gave them. */
  tools: ReadonlyMap<string, ToolCall>;
  isRunning: boolean;
};

export function ModelCallView({ call, tools, isRunning }: ModelCallViewProps) {
  const { called, answered, retries } = call;
  return (
    <article aria-label={`Model call ${called.callId}`} className="grid min-w-0 grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-medium">Round {called.round}</h3>
        <span className="text-soft">{called.manifest.agentId}</span>
        {answered ? (
          <OutcomeChip outcome={answered.outcome} />
        ) : isRunning ? (
          <OutcomeChip outcome={null} />
        ) : (
          <Chip tone="warn">No answer recorded</Chip>
        )}
        <span className="ml-auto text-xs text-faint tabular-nums">
          <SearchLink className={TEXT_LINK} to={toEvent(call.calledSeq)}>
            Event {call.calledSeq}
          </SearchLink>{" "}
          at {formatOffset(call.startedMs)} s
        </span>
      </header>
      {answered && <CallFigures call={call} answered={answered} />}
      {retries.length > 0 && (
        <Notice tone="warn">
          {retries.map((retry) => (
            <p key={retry.attempt}>
              Attempt {retry.attempt} failed with <code className="font-mono">{retry.reason}</code>,
              and was tried again after {formatDuration(retry.waitMs)}.
            </p>
          ))}
        </Notice>
      )}
      <ManifestView manifest={called.manifest} />
      {answered && answered.text.bytes > 0 && (
        <PayloadView title="Answer" payload={answered.text} prose />
      )}
      {answered && answered.toolCallIds.length > 0 && (
        <section className="text-xs">
          <h4 className="flex h-7 items-center font-medium text-soft">
            Asked for {formatNoun(answered.toolCallIds.length, "tool call")}
          </h4>
          <ul className="grid gap-1">
            {answered.toolCallIds.map((id) => (
              <AskedTool key={id} id={id} call={tools.get(id)} />
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function CallFigures({
  call,
  answered,
}: {
  call: ModelCall;
  answered: NonNullable<ModelCall["answered"]>;
}) {
  const first = answered.firstTokenMs;
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-2">
      <Figure name="Model">{answered.model || "–"}</Figure>
      <Figure name="First token">{first === null ? "–" : formatDuration(first)}</Figure>
      <Figure name="Whole answer">{formatDuration(answered.durationMs)}</Figure>
      <Figure name="Tokens in / out">
        {formatCount(answered.inputTokens)} <span className="text-faint">/</span>{" "}
        {formatCount(answered.outputTokens)}
      </Figure>
      <Figure name="Attempts">{answered.attempts}</Figure>
      <Figure name="Retries">{call.retries.length}</Figure>
      <Figure name="Finish reason">{answered.finishReason ?? answered.reason ?? "–"}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.6875rem] leading-4 text-faint">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function AskedTool({ id, call }: { id: string; call: ToolCall | undefined }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <code className="font-mono wrap-anywhere text-soft">{id}</code>
      {call ? (
        <>
          <span className="font-mono">{call.called.tool}</span>
          <OutcomeChip outcome={call.returned?.outcome ?? null} />
          <SearchLink className={TEXT_LINK} to={toEvent(call.calledSeq)}>
            Event {call.calledSeq}
          </SearchLink>
        </>
      ) : (
        <span className="text-faint">was not called</span>
      )}
    </li>
  );
}
