/** Placeholder for a masked value: its size and its digest. */
"use client";
import { Eye, EyeOff } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { RevealedField } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import * as inspectorOpeningText from "@/lib/messages/inspector-opening.ts";
import * as text from "@/lib/messages/inspector-values.ts";
import { ReasonForm, useOpening, useReveal, useRunOfPayloads } from "../payload-opening.tsx";
import { Digest } from "./copy-button.tsx";
import { formatBytes } from "./format-figures.ts";
import { FoldedText } from "./text/folded-text.tsx";
import { textOfValue } from "./text-of-value.ts";

export function WithheldValue({ payload }: { payload: Payload }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
      <EyeOff className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span>{withheldWords(payload)}</span>
      <span className="tabular-nums">{sizeWords(payload)}</span>
      {payload.sha256 && <Digest sha256={payload.sha256} />}
      {payload.withheld === "masked" && payload.sha256 && <Reveal sha256={payload.sha256} />}
    </span>
  );
}

/** The size of a masked value is an upper bound. */
export function sizeWords({ bytes, withheld }: Pick<Payload, "bytes" | "withheld">): string {
  const size = formatBytes(bytes);
  return withheld === "masked" && bytes > 0 ? text.upTo({ size }) : size;
}

/** The reason in words. */
export function withheldWords({ withheld }: Pick<Payload, "withheld">): string {
  return withheld === "deferred" ? text.notFetchedYet() : text.maskedValue();
}

const TIME = new Intl.DateTimeFormat("en", { timeStyle: "short" });

/** Shows an auditor one masked value for ten minutes, for a reason. */
function Reveal({ sha256 }: { sha256: string }) {
  const runId = useRunOfPayloads();
  const { data } = useOpening(runId);
  if (runId === null || data?.access !== "fields") return null;
  return <RevealIn runId={runId} sha256={sha256} isTold={data.isTold} />;
}

type RevealInProps = { runId: string; sha256: string; isTold: boolean };

function RevealIn({ runId, sha256, isTold }: RevealInProps) {
  const { mutate, isPending, error, data, reset } = useReveal(runId, sha256);
  useMaskedAgain(data, reset);
  if (data) return <Revealed field={data} />;
  return (
    <Popover
      label={inspectorOpeningText.revealTitle()}
      trigger={
        <Button size="sm" look="outline">
          <Eye aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
          {inspectorOpeningText.reveal()}
        </Button>
      }
      className="w-96"
    >
      <h3 className="font-medium">{inspectorOpeningText.revealTitle()}</h3>
      <p className="mt-1 mb-2 text-xs text-soft">
        {inspectorOpeningText.whyReveal()}{" "}
        {isTold ? inspectorOpeningText.personIsTold() : inspectorOpeningText.personIsNotTold()}
      </p>
      <ReasonForm
        action={inspectorOpeningText.show()}
        isBusy={isPending}
        error={error}
        onReason={mutate}
      />
    </Popover>
  );
}

function Revealed({ field: { value, until } }: { field: RevealedField }) {
  return (
    <span className="grid basis-full gap-1 text-sm text-ink">
      <FoldedText text={textOfValue(value, 2)} mono={typeof value !== "string"} />
      <span className="text-xs text-faint">
        {inspectorOpeningText.maskedAgain({ time: TIME.format(new Date(until)) })}
      </span>
    </span>
  );
}

function useMaskedAgain(field: RevealedField | undefined, mask: () => void): void {
  const until = field?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(mask, new Date(until).getTime() - Date.now());
    return () => clearTimeout(timer);
  }, [until, mask]);
}
