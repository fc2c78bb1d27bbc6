/** Above a run: what it takes to read its payloads, what became of asking for it, and what other admins ask for. */
"use client";
import { EyeOff } from "lucide-react";
import { useState } from "react";
import type { PayloadOpening } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import * as text from "@/lib/messages/inspector-opening.ts";
import { OpeningRequestList } from "../opening-requests.tsx";
import {
  ReasonForm,
  useOpening,
  useOpenPayloads,
  useReadAtConfirmation,
} from "../payload-opening.tsx";
import { formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";

const BOX = "mx-4 mb-3 grid gap-2 rounded-lg border border-line-strong p-3 lg:mx-6";

export function OpeningNotice({ runId }: { runId: string }) {
  const { data } = useOpening(runId);
  useReadAtConfirmation(data);
  const asked = data?.second?.asked ?? [];
  return (
    <>
      {asked.length > 0 && (
        <section aria-label={text.requests()} className={BOX}>
          <h2 className="text-sm font-medium">{text.requests()}</h2>
          <OpeningRequestList requests={asked} />
        </section>
      )}
      <AskForReason runId={runId} data={data} />
    </>
  );
}

type AskProps = { runId: string; data: PayloadOpening | undefined };

/** Asks an admin for the reason that opens the payloads of a run. Nothing where they are open. */
function AskForReason({ runId, data }: AskProps) {
  const { mutate, isPending, error } = useOpenPayloads(runId);
  const wasOpen = useWasOpen(data?.access === "open");
  if (data?.access !== "reason") return null;
  const { second } = data;
  const title = wasOpen ? text.maskedAfter() : text.masked();
  return (
    <section aria-label={title} className={BOX}>
      <h2 className="flex items-center gap-2 text-sm font-medium">
        <EyeOff aria-hidden="true" className="size-4 text-faint" strokeWidth={1.75} />
        {title}
      </h2>
      {second?.own && <OwnRequest own={second.own} />}
      {second?.own?.state !== "waiting" && (
        <>
          <p className="text-xs text-soft">
            {whatItTakes(data, wasOpen)}{" "}
            {data.isTold ? text.personIsTold() : text.personIsNotTold()}
          </p>
          <ReasonForm
            action={second ? text.ask() : text.open()}
            isBusy={isPending}
            error={error}
            onReason={mutate}
          />
        </>
      )}
      {second?.isAlone && <p className="text-xs text-warn">{text.onlyAdmin()}</p>}
    </section>
  );
}

function whatItTakes({ second, openMinutes }: PayloadOpening, wasOpen: boolean): string {
  const minutes = formatCount(openMinutes);
  if (second) return text.whyReasonConfirmed({ minutes });
  return wasOpen ? text.whyReasonAgain({ minutes }) : text.whyReason({ minutes });
}

type OwnProps = { own: NonNullable<NonNullable<PayloadOpening["second"]>["own"]> };

function OwnRequest({ own: { state, by, until } }: OwnProps) {
  return (
    <p role="status" className="text-sm text-soft">
      {state === "waiting" ? (
        <>
          {text.waitsForAnother()} {text.endsAt()} <Moment at={until} />
        </>
      ) : (
        text.refusedBy({ by: by ?? text.goneAdmin() })
      )}
    </p>
  );
}

/** Whether it was open on this page before. */
function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen;
}
