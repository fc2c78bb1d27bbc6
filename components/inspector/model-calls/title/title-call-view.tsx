"use client";
/** The call for the conversation's title, which followed the run: what came of it, its figures, what it was made of. */
import type { TitleCall } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { formatCost } from "../../runs/format-cost.ts";
import { formatCount, formatDuration } from "../../values/format-figures.ts";
import { ManifestView } from "../manifest-view.tsx";

const OUTCOMES: Record<TitleCall["outcome"], (inputs: { reason: string }) => string> = {
  titled: texts.titleTitled,
  refused: texts.titleRefused,
  kept: texts.titleKept,
  failed: texts.titleFailed,
};

export function TitleCallView({ call }: { call: TitleCall }) {
  const { outcome, reason, model, manifest, inputTokens, outputTokens, cost, durationMs } = call;
  const figures = [
    model ?? "",
    texts.tokens({
      inputTokens: formatCount(inputTokens),
      outputTokens: formatCount(outputTokens),
    }),
    formatDuration(durationMs),
    cost === null ? "" : formatCost(cost),
  ];
  return (
    <section aria-label={texts.titleCall()} className="grid gap-2 border-b px-4 py-4">
      <h3 className="text-xs font-medium text-soft">{texts.titleCall()}</h3>
      <p className="text-xs text-faint">{texts.titleCallExplained()}</p>
      <p>{OUTCOMES[outcome]({ reason: reason ?? "" })}</p>
      <p className="text-xs text-soft tabular-nums">{figures.filter(Boolean).join(" · ")}</p>
      <ManifestView manifest={manifest} />
    </section>
  );
}
