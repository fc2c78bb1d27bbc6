/** A verdict that was given: the reviewer's own, and those of the other judges once all have judged. */
"use client";
import type { VersionedRubric } from "@/lib/contracts/inspector/review/rubric.ts";
import type { ShownVerdict as Verdict } from "@/lib/contracts/inspector/review/verdict.ts";
import * as text from "@/lib/messages/review.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { nameOfOption } from "./criterion-field.tsx";
import { MarkList } from "./mark-list.tsx";

type ShownVerdictProps = {
  runId: string;
  title: string;
  verdict: Verdict;
  rubrics: readonly VersionedRubric[];
};

export function ShownVerdict({ runId, title, verdict, rubrics }: ShownVerdictProps) {
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
