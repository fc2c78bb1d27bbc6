/** Below a run that is a case: what its person says, and the reviewer's verdict. */
"use client";
import Link from "next/link";
import type { ReviewCase } from "@/lib/contracts/inspector/review/review-case.ts";
import * as text from "@/lib/messages/review.ts";
import * as rulesText from "@/lib/messages/review-rules.ts";
import { PanelContent, SCROLL_PANE } from "../frame.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { useCase } from "./use-cases.ts";
import { VerdictForm } from "./verdict-form.tsx";

export function CaseDesk({ runId }: { runId: string }) {
  return (
    <section
      aria-label={text.verdict()}
      {...SCROLL_PANE}
      className="shrink-0 border-t bg-pane text-sm lg:max-h-[46dvh] lg:overflow-y-auto"
    >
      <PanelContent query={useCase(runId)}>
        {(found) => (
          <div className="grid gap-x-8 gap-y-4 px-4 py-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)] lg:px-6">
            <Why found={found} />
            {found.verdict && found.until === null ? (
              <Judged verdict={found.verdict} />
            ) : (
              <VerdictForm key={runId} found={found} />
            )}
          </div>
        )}
      </PanelContent>
    </section>
  );
}

function Why({ found: { reference, reasons, since } }: { found: ReviewCase }) {
  return (
    <div className="grid content-start gap-2">
      <h2 className="font-medium">{text.caseTitle({ reference })}</h2>
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
      {kind === "contested" && (
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

function Judged({ verdict }: { verdict: NonNullable<ReviewCase["verdict"]> }) {
  const { upheld, told, note, at } = verdict;
  return (
    <div className="grid content-start gap-2">
      <p className="font-medium">
        {upheld ? text.uphold() : text.notUphold()}. {text.judgedAs({ at: at.slice(0, 10) })}
      </p>
      {told !== "" && (
        <p className="wrap-anywhere whitespace-pre-line">
          {text.asTold()} <InertText text={told} />
        </p>
      )}
      {note !== "" && (
        <p className="text-soft wrap-anywhere whitespace-pre-line">
          {text.internalNote()}: <InertText text={note} />
        </p>
      )}
      <Link href="/admin/review" prefetch={false} className={TEXT_LINK}>
        {text.toTheList()}
      </Link>
    </div>
  );
}
