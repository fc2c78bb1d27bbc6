/** What the model judge says of a case that its reviewer has judged, beside how good it is. */
"use client";
import * as text from "@/lib/messages/review-judge.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { formatRate } from "./format-rate.ts";
import { useModelScore } from "./use-judge.ts";

export function ModelScore({ runId }: { runId: string }) {
  const { data: score } = useModelScore(runId);
  if (!score) return null;
  const { version, outcome, score: percent, reason, figures } = score;
  return (
    <section aria-label={text.modelJudge()} className="grid gap-1 border-t pt-2">
      <h3 className="text-xs text-faint">{text.scoreOf({ version })}</h3>
      <p>{percent === null ? text.outcome(outcome) : text.likelyWrong({ percent })}</p>
      {reason !== "" && (
        <q className="text-soft wrap-anywhere">
          <InertText text={reason} />
        </q>
      )}
      <p className="text-xs text-faint">
        {text.goodAs({ wrong: formatRate(figures.wrong), right: formatRate(figures.right) })}
      </p>
    </section>
  );
}
