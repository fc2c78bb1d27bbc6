"use client";
/** Asks an admin for the reason that opens the payloads of a run. Nothing where they are open. */
import { EyeOff } from "lucide-react";
import * as text from "@/lib/messages/inspector-opening.ts";
import { ReasonForm } from "./reason-form.tsx";
import { useOpening, useOpenPayloads } from "./use-opening.ts";

export function OpeningNotice({ runId }: { runId: string }) {
  const { data } = useOpening(runId);
  const { mutate, isPending, error } = useOpenPayloads(runId);
  if (data?.access !== "reason") return null;
  return (
    <section
      aria-label={text.masked()}
      className="mx-4 mb-3 grid gap-2 rounded-lg border border-line-strong p-3 lg:mx-6"
    >
      <h2 className="flex items-center gap-2 text-sm font-medium">
        <EyeOff aria-hidden="true" className="size-4 text-faint" strokeWidth={1.75} />
        {text.masked()}
      </h2>
      <p className="text-xs text-soft">
        {text.whyReason()} {data.isTold ? text.personIsTold() : text.personIsNotTold()}
      </p>
      <ReasonForm action={text.open()} isBusy={isPending} error={error} onReason={mutate} />
    </section>
  );
}
