"use client";
/** Shows an auditor one masked value for ten minutes, for a reason. */
import { Eye } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import type { RevealedField } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import * as text from "@/lib/messages/inspector-opening.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { useRunOfPayloads } from "./run-of-payloads.ts";
import { useOpening, useReveal } from "./use-opening.ts";

const TIME = new Intl.DateTimeFormat("en", { timeStyle: "short" });

export function Reveal({ sha256 }: { sha256: string }) {
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
      label={text.revealTitle()}
      trigger={
        <Button size="sm" look="outline">
          <Eye aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
          {text.reveal()}
        </Button>
      }
      className="w-96"
    >
      <h3 className="font-medium">{text.revealTitle()}</h3>
      <p className="mt-1 mb-2 text-xs text-soft">
        {text.whyReveal()} {isTold ? text.personIsTold() : text.personIsNotTold()}
      </p>
      <ReasonForm action={text.show()} isBusy={isPending} error={error} onReason={mutate} />
    </Popover>
  );
}

function Revealed({ field: { value, until } }: { field: RevealedField }) {
  const shown = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <span className="grid basis-full gap-1 text-sm text-ink">
      <FoldedText text={shown} mono={typeof value !== "string"} />
      <span className="text-xs text-faint">
        {text.maskedAgain({ time: TIME.format(new Date(until)) })}
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
