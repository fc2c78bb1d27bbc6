/** What a server can do, since when that is known, from where, and what is done about each lack. */
"use client";
import { cn } from "@/components/ui/cn.ts";
import {
  CAPABILITY_TEXTS,
  describeFinding,
  describeLack,
} from "@/lib/contracts/inspector/capability-texts.ts";
import type { InspectedCapability } from "@/lib/contracts/inspector/inspected-models.ts";
import type { CapabilityFinding } from "@/lib/contracts/model/capability.ts";
import * as text from "@/lib/messages/inspector-models.ts";
import { WIDE_CELL, WIDE_HEAD } from "../frame.tsx";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";

const MD = "max-md:hidden";

type CapabilityTableProps = {
  label: string;
  capabilities: readonly InspectedCapability[];
  isBusy: boolean;
};

export function CapabilityTable({ label, capabilities, isBusy }: CapabilityTableProps) {
  return (
    <table
      aria-label={label}
      aria-busy={isBusy}
      className="w-full table-fixed border-y text-left text-sm"
    >
      <thead>
        <tr className="border-b">
          <th className={`${WIDE_HEAD} md:w-56`}>{text.capability()}</th>
          <th className={`${WIDE_HEAD} w-28`}>{text.finding()}</th>
          <th className={`${WIDE_HEAD} ${MD}`}>{text.whatIsDone()}</th>
          <th className={`${WIDE_HEAD} ${MD} w-40`}>{text.source()}</th>
          <th className={`${WIDE_HEAD} ${MD}`}>{text.evidence()}</th>
        </tr>
      </thead>
      <tbody>
        {capabilities.map((capability) => (
          <CapabilityRow key={capability.name} capability={capability} />
        ))}
      </tbody>
    </table>
  );
}

function CapabilityRow({
  capability: { name, finding, unclear },
}: {
  capability: InspectedCapability;
}) {
  const lack = describeLack(name, finding);
  return (
    <tr className="border-b last:border-b-0">
      <th scope="row" className={cn(WIDE_CELL, "font-normal")}>
        {CAPABILITY_TEXTS[name].name()}
        {finding && (
          <span className="mt-1 grid gap-1 text-xs text-faint md:hidden">
            {lack && <span className="text-soft">{lack}</span>}
            <Source finding={finding} />
            <Evidence words={finding.evidence} />
          </span>
        )}
        {!finding && unclear && (
          <span className="mt-1 grid gap-1 text-xs text-faint md:hidden">
            <Asked at={unclear.at} />
            <Evidence words={unclear.words} />
          </span>
        )}
      </th>
      <td className={cn(WIDE_CELL, finding ? toneOf(finding) : "text-faint")}>
        {describeFinding(finding, unclear !== null)}
      </td>
      <td className={`${WIDE_CELL} ${MD} text-soft`}>{lack}</td>
      <td className={`${WIDE_CELL} ${MD} text-xs text-soft`}>
        {finding ? <Source finding={finding} /> : unclear && <Asked at={unclear.at} />}
      </td>
      <td className={`${WIDE_CELL} ${MD} text-xs text-soft`}>
        {finding ? (
          <Evidence words={finding.evidence} />
        ) : (
          unclear && <Evidence words={unclear.words} />
        )}
      </td>
    </tr>
  );
}

const toneOf = ({ holds }: CapabilityFinding) => (holds ? "text-ink" : "text-warn");

const SOURCES: Record<CapabilityFinding["source"], () => string> = {
  preset: text.sourcePreset,
  probe: text.sourceProbe,
  refusal: text.sourceRefusal,
  answer: text.sourceAnswer,
  operator: text.sourceOperator,
};

function Source({ finding: { source, at } }: { finding: CapabilityFinding }) {
  return (
    <span>
      {SOURCES[source]()}
      {at !== null && (
        <>
          {", "}
          <Moment at={at} />
        </>
      )}
    </span>
  );
}

/** A small call that showed nothing. */
function Asked({ at }: { at: string }) {
  return (
    <span>
      {text.sourceProbe()}, <Moment at={at} />
    </span>
  );
}

function Evidence({ words }: { words: string }) {
  return (
    <span className="wrap-anywhere">
      <InertText text={words} />
    </span>
  );
}
