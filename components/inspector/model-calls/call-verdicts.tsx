/** Whether the memory policy allows the prompt, and whether the rebuilt prompt is what was sent. */
"use client";
import { Check, CircleAlert, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import type { CallInspection } from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { WHY_NOT } from "./segment-marks.tsx";

export function CallVerdicts({ inspection }: { inspection: CallInspection }) {
  const { segments, call, promptHolds, sent } = inspection;
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
          ? sent?.proof === "exact" && sent.messages === null
            ? text.everySegmentBelowIsByteFor()
            : text.everySegmentBelowIsOfThePrompt()
          : text.someSegmentsAreByteForByte({
              exact: formatCount(exact),
              reasons: [...reasons].join(" "),
              ...amountOf(segments.length),
            })}
      </Verdict>
      {sent && <SentVerdict sent={sent} />}
      {!promptHolds && <Verdict tone="danger">{text.theDigestsOfTheSegmentsDo()}</Verdict>}
    </ul>
  );
}

const PROOF_TONES = { exact: "good", differs: "danger", "not-rebuilt": "warn" } as const;

/** The connection that it was sent by, and what was adapted for its server. */
function SentVerdict({ sent }: { sent: NonNullable<CallInspection["sent"]> }) {
  const { connection, adaptations, proof } = sent;
  const proved = {
    exact: text.whatWasSentIsProved(),
    differs: text.whatWasSentDiffers(),
    "not-rebuilt": text.whatWasSentIsNotRebuilt(),
  };
  return (
    <Verdict tone={PROOF_TONES[proof]}>
      {adaptations.length === 0
        ? text.sentAsItWas({ connection })
        : text.sentAdapted({ connection, adaptations: adaptations.join(", ") })}{" "}
      {proved[proof]}
    </Verdict>
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
