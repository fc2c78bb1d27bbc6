"use client";
/** Whether the memory policy allows the prompt, and whether the rebuilt prompt is what was sent. */
import { Check, CircleAlert, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import type { CallInspection } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { WHY_NOT } from "./why-not-rebuilt.ts";

export function CallVerdicts({ inspection }: { inspection: CallInspection }) {
  const { segments, call, promptHolds } = inspection;
  const refused = segments.filter(({ allowed }) => !allowed).length;
  const exact = segments.filter(({ rebuilt }) => rebuilt === "exact").length;
  const reasons = new Set(
    segments.flatMap(({ rebuilt }) => (rebuilt === "exact" ? [] : [WHY_NOT[rebuilt].sentence])),
  );
  return (
    <ul aria-label={text.verdicts()} className="grid gap-1 text-xs text-soft">
      <Verdict tone={refused === 0 ? "good" : "danger"}>
        {refused === 0
          ? text.theMemoryPolicyOfLetsIn({
              memoryPolicy: call.memoryPolicy,
              agentId: call.agentId,
              ...amountOf(segments.length),
            })
          : text.theMemoryPolicyDoesNotLet({
              memoryPolicy: call.memoryPolicy,
              refused: formatCount(refused),
              ...amountOf(segments.length),
            })}
      </Verdict>
      <Verdict tone={exact === segments.length ? "good" : "warn"}>
        {exact === segments.length
          ? text.everySegmentBelowIsByteFor()
          : text.someSegmentsAreByteForByte({
              exact: formatCount(exact),
              reasons: [...reasons].join(" "),
              ...amountOf(segments.length),
            })}
      </Verdict>
      {!promptHolds && <Verdict tone="danger">{text.theDigestsOfTheSegmentsDo()}</Verdict>}
    </ul>
  );
}

const TONES = {
  good: { className: "text-good", Icon: Check },
  warn: { className: "text-warn", Icon: CircleAlert },
  danger: { className: "text-danger", Icon: ShieldX },
};

function Verdict({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const { className, Icon } = TONES[tone];
  return (
    <li className="flex gap-2">
      <Icon
        className={`mt-px size-3.5 shrink-0 ${className}`}
        strokeWidth={2.25}
        aria-hidden="true"
      />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
