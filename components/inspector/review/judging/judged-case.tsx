/** A case that the reviewer has judged: the verdicts that they may read, and a correction of their own. */
"use client";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ADJUDICATOR } from "@/lib/contracts/inspector/review/decide-case.ts";
import type { ReviewCase } from "@/lib/contracts/inspector/review/review-case.ts";
import * as text from "@/lib/messages/review.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import * as person from "@/lib/messages/review-person.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { VerdictForm } from "../verdict-form.tsx";
import { ShownVerdict } from "./shown-verdict.tsx";

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

/** None until all have judged, except for who decides between them. */
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
