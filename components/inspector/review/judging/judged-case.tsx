/** A case that the reviewer has judged: the verdicts that they may read, and a correction of their own. */
"use client";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ADJUDICATOR } from "@/lib/contracts/inspector/review/decide-case.ts";
import type { ReviewCase } from "@/lib/contracts/inspector/review/review-case.ts";
import type { VersionedRubric } from "@/lib/contracts/inspector/review/rubric.ts";
import type { ShownVerdict as Verdict } from "@/lib/contracts/inspector/review/verdict.ts";
import * as text from "@/lib/messages/review.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import * as person from "@/lib/messages/review-person.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { VerdictForm } from "../verdict-form.tsx";
import { nameOfOption } from "./criterion-field.tsx";
import { MarkList } from "./mark-list.tsx";

export function JudgedCase({ found }: { found: ReviewCase }) {
  const [isCorrecting, setCorrecting] = useState(false);
  if (isCorrecting) return <VerdictForm found={found} onKeep={() => setCorrecting(false)} />;
  const { verdict, runId, rubrics, state, mayCorrect } = found;
  return (
    <div className="grid content-start gap-4">
      {verdict && (
        <ShownVerdict
          runId={runId}
          title={judging.yourVerdict()}
          verdict={verdict}
          rubrics={rubrics}
        />
      )}
      <OtherVerdicts found={found} />
      <LeftMemory found={found} />
      {(state === "open" || state === "taken") && (
        <p className="text-soft">{judging.waitsForOther()}</p>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <Link href="/admin/review" prefetch={false} className={TEXT_LINK}>
          {text.toTheList()}
        </Link>
        {mayCorrect && (
          <Button size="sm" look="outline" onClick={() => setCorrecting(true)}>
            {judging.correct()}
          </Button>
        )}
      </p>
    </div>
  );
}

function LeftMemory({ found: { hasLeft, left } }: { found: ReviewCase }) {
  if (!hasLeft) return null;
  const stays = left.map(({ agent, fields }) =>
    person.leftInState({ agent, fields: fields.join(", ") }),
  );
  return <p className="text-soft wrap-anywhere">{[person.hasLeft(), ...stays].join(" ")}</p>;
}

/** None until all have judged, except for the reviewer who decides between them. */
export function OtherVerdicts({ found: { runId, others, rubrics } }: { found: ReviewCase }) {
  return others.map((verdict) => (
    <ShownVerdict
      key={verdict.seat}
      runId={runId}
      title={titleOf(verdict.seat)}
      verdict={verdict}
      rubrics={rubrics}
    />
  ));
}

function titleOf(seat: number): string {
  if (seat === ADJUDICATOR) return judging.adjudicator();
  return seat === 1 ? judging.firstJudge() : judging.otherJudge();
}

type ShownVerdictProps = {
  runId: string;
  title: string;
  verdict: Verdict;
  rubrics: readonly VersionedRubric[];
};

function ShownVerdict({ runId, title, verdict, rubrics }: ShownVerdictProps) {
  const { upheld, told, note, at, marks, labels } = verdict;
  const rubric = rubrics.find(({ version }) => version === verdict.rubric);
  const names = rubric?.labels.filter(({ id }) => labels.includes(id)).map(({ name }) => name);
  return (
    <section aria-label={title} className="grid content-start gap-2">
      <p className="font-medium">
        {title}: {upheld ? text.upheldShort() : text.notUpheldShort()}{" "}
        <span className="font-normal text-faint">
          {at.slice(0, 10)}
          {rubric && `, ${judging.rubricVersion({ version: rubric.version })}`}
        </span>
      </p>
      {rubric && <Answers verdict={verdict} rubric={rubric} />}
      {names && names.length > 0 && (
        <p className="text-soft">
          {judging.labels()}: {names.join(", ")}
        </p>
      )}
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
      {marks.length > 0 && <MarkList runId={runId} marks={marks} labels={rubric?.labels ?? []} />}
    </section>
  );
}

function Answers({ verdict, rubric }: { verdict: Verdict; rubric: VersionedRubric }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      {rubric.criteria.map((criterion) => {
        const answer = verdict.answers[criterion.id];
        return (
          <div key={criterion.id} className="contents">
            <dt className="text-faint">{criterion.name}</dt>
            <dd className="wrap-anywhere">
              {answer === undefined ? (
                judging.notAnswered()
              ) : (
                <InertText text={nameOfOption(criterion, answer)} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
