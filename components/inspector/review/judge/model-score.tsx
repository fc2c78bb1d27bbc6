/** What the model judge says of a case that the reviewer has judged, how good it is, and how it was asked. */
"use client";
import type { ScoreCall } from "@/lib/contracts/inspector/review/model-judge.ts";
import * as text from "@/lib/messages/review-judge.ts";
import { formatCost } from "../../runs/cost-words.ts";
import {
  formatBytes,
  formatCount,
  formatDuration,
  numberItems,
} from "../../values/format-figures.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { formatRate } from "./format-rate.ts";
import { useModelScore } from "./use-judge.ts";

export function ModelScore({ runId }: { runId: string }) {
  const { data: score } = useModelScore(runId);
  if (!score) return null;
  const { version, outcome, score: percent, reason, calls, figures } = score;
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
      {calls.length > 0 && <Calls calls={calls} />}
    </section>
  );
}

function Calls({ calls }: { calls: readonly ScoreCall[] }) {
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer rounded-sm text-soft hover:text-ink">
        {text.howAsked({ number: formatCount(calls.length) })}
      </summary>
      <ol className="mt-1 grid gap-2">
        {numberItems(calls).map(({ ordinal, item }) => (
          <li key={ordinal} className="grid gap-0.5 wrap-anywhere">
            {describeCall(item)}
            <ul className="text-faint">
              {numberItems(item.manifest.segments).map(({ ordinal: place, item: segment }) => (
                <li key={place}>
                  <span className="font-mono">{segment.kind}</span>
                  {` · ${(segment.origins ?? []).join(", ")} · ${formatBytes(segment.bytes)}`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}

const describeCall = ({ model, inputTokens, outputTokens, cost, durationMs }: ScoreCall): string =>
  text.callOf({
    model,
    input: formatCount(inputTokens),
    output: formatCount(outputTokens),
    cost: formatCost(cost),
    duration: formatDuration(durationMs),
  });
