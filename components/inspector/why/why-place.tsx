"use client";
/** One place that contains the words, with its source and context. */
import Link from "next/link";
import type { WhyFinding } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-why.ts";
import { kindName, kindTone } from "../model-calls/segment-kinds.ts";
import { select } from "../run/selection/use-selection.ts";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

export function WhyPlace({ finding }: { finding: WhyFinding }) {
  const { agentId, source, role, hopRef, callSeqs, callCount, matches } = finding;
  const { fromRunId, excerpt } = finding;
  const [firstCall] = callSeqs;
  return (
    <article className="rounded-md border bg-canvas px-3 py-2 text-xs">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span
          aria-hidden="true"
          className="size-2 rounded-[2px]"
          style={{ background: finding.kind ? kindTone(finding.kind) : "var(--color-code-value)" }}
        />
        <span className="font-medium">{nameOf(finding)}</span>
        <span className="text-soft">{agentId}</span>
        <span className="font-mono wrap-anywhere text-faint">
          <InertText text={source} />
        </span>
        {role && (
          <span className="text-faint">
            {texts.writtenBy({ author: AUTHORS[role]?.() ?? role })}
          </span>
        )}
        {matches > 1 && <span className="text-faint">{texts.times({ count: matches })}</span>}
        <span className="ml-auto flex flex-wrap gap-x-3">
          {firstCall !== undefined && (
            <button
              type="button"
              className={TEXT_LINK}
              onClick={() => select({ hopRef: null, seq: firstCall })}
            >
              {texts.inCalls(amountOf(callCount))}
            </button>
          )}
          {hopRef !== null && (
            <button
              type="button"
              className={TEXT_LINK}
              onClick={() => select({ hopRef, seq: null })}
            >
              {texts.hop({ hopRef })}
            </button>
          )}
          {fromRunId !== null && (
            <Link
              href={`/admin/runs/${fromRunId}?panel=model-calls`}
              prefetch={false}
              className={TEXT_LINK}
            >
              {texts.itsRun()}
            </Link>
          )}
        </span>
      </header>
      {excerpt && (
        <p className="mt-1 font-mono leading-5 wrap-anywhere whitespace-pre-wrap text-soft">
          <InertText text={excerpt.before} />
          <mark className="rounded-sm bg-accent-wash px-0.5 font-medium text-accent-strong">
            <InertText text={excerpt.match} />
          </mark>
          <InertText text={excerpt.after} />
        </p>
      )}
    </article>
  );
}

const AUTHORS: Record<string, () => string> = {
  user: texts.thePerson,
  tool: texts.aTool,
  system: texts.theSystem,
  assistant: texts.theModel,
  model: texts.theModel,
  person: texts.thePerson,
  coordinator: texts.theCoordinator,
};

function nameOf({ place, kind }: WhyFinding): string {
  if (place === "delta") return texts.changeOfContextState();
  return kind ? kindName(kind) : texts.toolResult();
}
