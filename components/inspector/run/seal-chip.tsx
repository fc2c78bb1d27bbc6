/** Whether the run is what was sealed. Checked each time the run is opened. */
"use client";
import { Hourglass, ShieldAlert, ShieldCheck, ShieldOff } from "lucide-react";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { poll } from "@/components/ui/device/polling.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { RunSealCheck, type SealFault } from "@/lib/contracts/inspector/run/run-seal.ts";
import * as text from "@/lib/messages/inspector-seal.ts";
import { useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";

/** How often a run that is being sealed is looked at again. */
const WAITING_MS = 500;

const ICON = { className: "size-3", strokeWidth: 2, "aria-hidden": true } as const;

export function SealChip({ run }: { run: Pick<InspectedRun, "id" | "status"> }) {
  const address = `/api/admin/runs/${run.id}/seal`;
  const { data, error } = useInspected(inspectorKeys.seal(run.id), RunSealCheck, address, {
    enabled: run.status !== "running",
    ...poll<RunSealCheck>({ busyMs: WAITING_MS, isBusy: isUnsettled, atRest: () => false }),
  });
  if (error) return <Chip tone="warn">{text.uncheckable()}</Chip>;
  return data ? <Verdict runId={run.id} check={data} /> : null;
}

/** The run's end may be seen here before its row is. */
function isUnsettled(check: RunSealCheck | undefined): boolean {
  return check?.state === "waiting" || check?.state === "running";
}

function Verdict({ runId, check }: { runId: string; check: RunSealCheck }) {
  if (check.state === "broken") return <Broken runId={runId} check={check} />;
  if (check.state === "holds")
    return (
      <Chip tone="good" wraps explanation={explain(check)}>
        <ShieldCheck {...ICON} />
        {check.rule === null ? text.sealed() : text.sealedAndErased({ rule: check.rule })}
      </Chip>
    );
  if (check.state !== "before")
    return (
      <Chip explanation={text.waitingExplained()}>
        <Hourglass {...ICON} />
        {text.waiting()}
      </Chip>
    );
  return (
    <Chip explanation={text.beforeExplained()}>
      <ShieldOff {...ICON} />
      {text.before()}
    </Chip>
  );
}

function explain(check: Extract<RunSealCheck, { state: "holds" }>): string {
  const { events, erased, unsigned, place, size, verifierKey } = check;
  if (events === 0 && erased > 0)
    return text.logErased({ ...amountOf(erased), place: formatCount(place) });
  const sealed = text.sealExplained({
    ...amountOf(events),
    place: formatCount(place),
    size: formatCount(size),
    key: verifierKey,
  });
  const more = [
    erased > 0 && text.sealErased(amountOf(erased)),
    unsigned > 0 && text.sealUnsigned(amountOf(unsigned)),
  ];
  return [sealed, text.sealBinds(), ...more].filter(Boolean).join(" ");
}

type Fault = Extract<RunSealCheck, { state: "broken" }>;

function Broken({ runId, check }: { runId: string; check: Fault }) {
  const { place, seq } = check;
  const why = FAULTS[check.why]();
  if (seq > 0)
    return (
      <Link
        href={`/admin/runs/${runId}?panel=events&event=${seq}`}
        prefetch={false}
        className="rounded-sm"
      >
        <Chip tone="danger" wraps>
          <ShieldAlert {...ICON} />
          {text.brokenAt({ seq: formatCount(seq), why })}
        </Chip>
      </Link>
    );
  return (
    <Chip tone="danger" wraps explanation={text.brokenExplained({ place: formatCount(place) })}>
      <ShieldAlert {...ICON} />
      {text.broken({ why })}
    </Chip>
  );
}

const FAULTS: Record<SealFault, () => string> = {
  "row-missing": text.faultRowMissing,
  "row-changed": text.faultRowChanged,
  "not-included": text.faultNotIncluded,
  "note-unreadable": text.faultNoteUnreadable,
  "seal-changed": text.faultSealChanged,
  "event-missing": text.faultEventMissing,
  "event-changed": text.faultEventChanged,
  "event-added": text.faultEventAdded,
  "payload-missing": text.faultPayloadMissing,
  "answer-changed": text.faultAnswerChanged,
  "log-forged": text.faultLogForged,
};
