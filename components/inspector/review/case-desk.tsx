/** The desk below a case's run: why it is a case, its tools, and the verdicts. */
"use client";
import { ADJUDICATOR } from "@/lib/contracts/inspector/review/decide-case.ts";
import type { ReviewCase } from "@/lib/contracts/inspector/review/review-case.ts";
import * as text from "@/lib/messages/review.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import * as rulesText from "@/lib/messages/review-rules.ts";
import { PanelContent, SCROLL_PANE } from "../frame.tsx";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { DeskTools, NextCase } from "./desk/desk-tools.tsx";
import { ModelScore } from "./judge/model-score.tsx";
import { JudgedCase, OtherVerdicts } from "./judging/judged-case.tsx";
import { useCase } from "./use-cases.ts";
import { VerdictForm } from "./verdict-form.tsx";

export function CaseDesk({ runId }: { runId: string }) {
  return (
    <section
      aria-label={text.verdict()}
      {...SCROLL_PANE}
      className="border-t bg-pane text-sm lg:max-h-[46dvh] lg:min-h-0 lg:flex-1 lg:overflow-y-auto"
    >
      <PanelContent query={useCase(runId)}>
        {(found) => (
          <div className="grid gap-x-8 gap-y-4 px-4 py-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)] lg:px-6">
            <div className="grid content-start gap-4">
              <Why found={found} />
              <DeskTools runId={runId} hasCase={found.until !== null} />
            </div>
            <div className="grid content-start gap-4">
              {found.until === null ? (
                <>
                  <JudgedCase found={found} />
                  <ModelScore runId={runId} />
                  <NextCase />
                </>
              ) : (
                <>
                  <OtherVerdicts found={found} />
                  <VerdictForm key={runId} found={found} />
                </>
              )}
            </div>
          </div>
        )}
      </PanelContent>
    </section>
  );
}

function Why({ found: { reference, reasons, since, seat, asks } }: { found: ReviewCase }) {
  return (
    <div className="grid content-start gap-2">
      <h2 className="font-medium">{text.caseTitle({ reference })}</h2>
      {seat === ADJUDICATOR && <p className="text-warn">{judging.adjudicates()}</p>}
      {seat !== ADJUDICATOR && asks > 1 && <p className="text-soft">{judging.secondJudge()}</p>}
      {reasons.map((reason) => (
        <Reason key={`${reason.kind} ${reason.rule}`} reason={reason} since={since} />
      ))}
    </div>
  );
}

type ReasonProps = { reason: ReviewCase["reasons"][number]; since: string };

function Reason({ reason, since }: ReasonProps) {
  const { kind, rule, words } = reason;
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">
        {rulesText.whyCase(reason)} · <Moment at={since} />
      </p>
      {rule !== null && (
        <p className="text-xs text-faint wrap-anywhere">
          <InertText text={rulesText.foundBy({ rule })} />
        </p>
      )}
      {(kind === "contested" || kind === "appealed") && (
        <>
          <p className="text-xs text-faint">{text.thePersonSays()}</p>
          {words === "" ? (
            <p className="text-soft">{text.noWords()}</p>
          ) : (
            <q className="wrap-anywhere">
              <InertText text={words} />
            </q>
          )}
        </>
      )}
    </div>
  );
}
