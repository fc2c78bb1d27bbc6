/** Whose a case is, until when it is put aside, and what reviewers write to each other about it. */
"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn, TEXT_BOX } from "@/components/ui/cn.ts";
import type { CaseDesk } from "@/lib/contracts/inspector/review/case-desk.ts";
import { PUT_ASIDE_DAYS_MAX, REVIEW_NOTE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as reviewText from "@/lib/messages/review.ts";
import * as text from "@/lib/messages/review-desk.ts";
import { describeFailure } from "../../fetch-inspected.ts";
import { PanelContent } from "../../frame.tsx";
import { useRunTrace } from "../../run/use-run-trace.ts";
import { FindingsChip } from "../../run-marks.tsx";
import { Moment } from "../../values/term.tsx";
import { InertText } from "../../values/text/inert-text.tsx";
import { useCases, useTakeCase } from "../use-cases.ts";
import { AssignSelect } from "./assign-select.tsx";
import { useChangeDesk, useDesk } from "./use-desk.ts";

type DeskToolsProps = {
  runId: string;
  /** Whether the reviewer has the case now, and so may put it aside. */
  hasCase: boolean;
};

export function DeskTools({ runId, hasCase }: DeskToolsProps) {
  const change = useChangeDesk(runId);
  return (
    <PanelContent query={useDesk(runId)} stale="pb-2">
      {(desk) => (
        <div className="grid content-start gap-3">
          <Findings runId={runId} selfReports={desk.selfReports} />
          {hasCase && <Whose runId={runId} desk={desk} />}
          {hasCase && <Aside runId={runId} until={desk.putAsideUntil} />}
          <Comments
            key={desk.comments.length}
            desk={desk}
            isBusy={change.isPending}
            failure={change.error}
            onWrite={(words) => change.mutate({ do: "comment", words })}
          />
        </div>
      )}
    </PanelContent>
  );
}

/** What needs a look whatever the reviewer thinks of the words. Nothing where there is none. */
function Findings({ runId, selfReports }: { runId: string; selfReports: readonly string[] }) {
  const { data } = useRunTrace(runId);
  const findings = data?.run.findings ?? [];
  if (findings.length + selfReports.length === 0) return null;
  return (
    <section aria-label={text.findings()} className="grid gap-1.5">
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        {findings.map((one) => (
          <FindingsChip key={one} findings={[one]} />
        ))}
      </p>
      {selfReports.length > 0 && (
        <>
          <p className="text-xs text-warn">{text.selfReports()}</p>
          <ul className="grid gap-1">
            {selfReports.map((sentence) => (
              <li key={sentence}>
                <q className="wrap-anywhere">
                  <InertText text={sentence} />
                </q>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Whose({ runId, desk }: { runId: string; desk: CaseDesk }) {
  const { assignedTo, reviewers } = desk;
  const change = useChangeDesk(runId);
  const assign = (to: string | null) => change.mutate({ do: "assign", to });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-xs text-faint">{text.whose()}</span>
      {reviewers.length > 0 ? (
        <AssignSelect reviewers={reviewers} assignedTo={assignedTo} onAssign={assign} />
      ) : (
        <span>{assignedTo?.name ?? text.nobodys()}</span>
      )}
      {change.error && (
        <span role="alert" className="text-xs text-danger">
          {describeFailure(change.error)}
        </span>
      )}
    </div>
  );
}

function Aside({ runId, until }: { runId: string; until: string | null }) {
  const id = useId();
  const router = useRouter();
  const change = useChangeDesk(runId);
  const [day, setDay] = useState("");
  const put = (event: FormEvent) => {
    event.preventDefault();
    const moment = morningOf(day);
    if (moment === null || change.isPending) return;
    change.mutate(
      { do: "put-aside", until: moment },
      { onSuccess: () => router.push("/admin/review") },
    );
  };
  return (
    <details className="group">
      <summary className="w-fit cursor-pointer rounded-sm text-soft hover:text-ink">
        {text.putAside()}
      </summary>
      {until !== null && (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <span>
            {text.untilWhen()} <Moment at={until} />
          </span>
          <Button
            size="sm"
            look="outline"
            onClick={() => change.mutate({ do: "put-aside", until: null })}
          >
            {text.bringBack()}
          </Button>
        </p>
      )}
      <form data-desk="aside" onSubmit={put} className="mt-1.5 flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-xs text-faint">
          {text.untilWhen()}
        </label>
        <input
          id={id}
          type="date"
          required
          min={dayIn(1)}
          max={dayIn(PUT_ASIDE_DAYS_MAX - 1)}
          aria-describedby={`${id}-hint`}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          className="h-8 rounded-md border border-field bg-raised px-2"
        />
        <Button type="submit" size="sm" look="outline" aria-disabled={day === ""}>
          {text.putAside()}
        </Button>
        <span id={`${id}-hint`} className="w-full text-xs text-faint">
          {text.asideHint()}
        </span>
        {change.error && (
          <span role="alert" className="text-xs text-danger">
            {describeFailure(change.error)}
          </span>
        )}
      </form>
    </details>
  );
}

/** In the field's format: the reviewer's local day. */
function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The beginning of a day where the reviewer is. Null for no day. */
function morningOf(day: string): string | null {
  const moment = new Date(`${day}T00:00`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

type CommentsProps = {
  desk: CaseDesk;
  isBusy: boolean;
  failure: unknown;
  onWrite: (words: string) => void;
};

/** Keyed by the number of comments: one that was stored leaves the field empty, one that was refused stays in it. */
function Comments({ desk: { comments, showsOthers }, isBusy, failure, onWrite }: CommentsProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const isReady = words.trim() !== "" && !isBusy;
  const write = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onWrite(words.trim());
  };
  return (
    <details open={comments.length > 0}>
      <summary className="w-fit cursor-pointer rounded-sm text-soft hover:text-ink">
        {text.comments({ count: comments.length })}
      </summary>
      {!showsOthers && <p className="mt-1 text-xs text-faint">{text.othersLater()}</p>}
      {comments.length === 0 && <p className="mt-1 text-xs text-faint">{text.noComments()}</p>}
      <ol className="mt-1.5 grid gap-2 empty:hidden">
        {comments.map((one) => (
          <li key={one.id}>
            <p className="text-xs text-faint">
              <span className="font-medium text-soft">
                {one.isOwn ? text.you() : (one.by ?? text.goneAccount())}
              </span>{" "}
              <Moment at={one.at} />
            </p>
            <p className="wrap-anywhere whitespace-pre-line">
              <InertText text={one.words} />
            </p>
          </li>
        ))}
      </ol>
      <form data-desk="comments" onSubmit={write} className="mt-2 grid gap-1">
        <label htmlFor={id} className="text-xs text-faint">
          {text.comment()}
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={1}
          maxLength={REVIEW_NOTE_MAX_CHARS}
          aria-describedby={`${id}-hint`}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className={cn(TEXT_BOX, "max-h-32 min-h-9 py-1.5 max-md:text-base")}
        />
        <span className="flex items-center gap-2">
          <span id={`${id}-hint`} className="me-auto text-xs text-faint">
            {text.commentHint()}
          </span>
          <Button type="submit" size="sm" look="outline" aria-disabled={!isReady}>
            {text.addComment()}
          </Button>
        </span>
        {failure !== null && (
          <span role="alert" className="text-xs text-danger">
            {describeFailure(failure)}
          </span>
        )}
      </form>
    </details>
  );
}

/** Behind a verdict: takes the next case, which is named before it is taken. */
export function NextCase() {
  const router = useRouter();
  const take = useTakeCase((runId) => router.push(`/admin/review/${runId}`));
  const next = useCases({ show: "open" }).data?.cases.find(({ mayTake }) => mayTake);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Button
        look="primary"
        size="sm"
        data-take-next=""
        aria-keyshortcuts="n"
        aria-disabled={take.isPending}
        onClick={() => !take.isPending && take.mutate({ runId: null })}
      >
        {text.nextCase()}
      </Button>
      <span role="status" className="text-xs text-faint">
        {take.error
          ? describeFailure(take.error)
          : take.data?.runId === null
            ? reviewText.noneOpen()
            : next
              ? text.nextIs({ reference: next.reference })
              : ""}
      </span>
    </p>
  );
}
