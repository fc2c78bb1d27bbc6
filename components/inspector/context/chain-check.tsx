/** Checks that the recorded deltas lead to the recorded digests and to the stored state. */
"use client";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { ContextCheck } from "@/lib/contracts/inspector/run/context-inspection.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { FailureNotice } from "../frame.tsx";
import type { ContextPlace } from "../inspector-keys.ts";
import { setSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { FINDING_NAMES } from "./blame-view.tsx";
import { useCheck } from "./use-context.ts";

type ChainCheckProps = {
  place: ContextPlace;
  agentId: string;
};

export function ChainCheck({ place, agentId }: ChainCheckProps) {
  const { data, error, refetch } = useCheck(place, agentId);
  if (!data) {
    if (error) return <FailureNotice error={error} onRetry={() => refetch()} />;
    return (
      <p role="status" className="flex items-center gap-2 text-xs text-faint">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" strokeWidth={1.75} />
        {text.replayingTheRecordedPatches()}
      </p>
    );
  }
  const isSound = data.findingCount === 0 && data.matching === data.replayed;
  return (
    <section aria-label={text.checkOfTheChain()} className="grid gap-1.5 text-sm">
      <Verdict good={isSound}>
        {text.replayedOfDigestsMatch({
          matching: formatCount(data.matching),
          replayed: formatCount(data.replayed),
        })}
      </Verdict>
      <Findings check={data} />
      <StoredVerdict check={data} />
    </section>
  );
}

function Verdict({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <p className={cn("flex items-start gap-2", good ? "text-soft" : "font-medium text-warn")}>
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4 shrink-0", good && "text-good")}
        strokeWidth={1.75}
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

function Findings({ check }: { check: ContextCheck }) {
  if (check.findingCount === 0) return null;
  return (
    <ul aria-label={text.findingsInTheChain()} className="ml-6 grid gap-1 text-xs">
      {check.findings.map(({ ordinal, code, detail }) => (
        <li key={`${ordinal} ${code}`} className="wrap-anywhere text-soft">
          <button
            type="button"
            className={TEXT_LINK}
            onClick={() => setSearch({ at: String(ordinal), hop: null }, "replace")}
          >
            {text.deltaHeading({ ordinal: formatCount(ordinal) })}
          </button>{" "}
          {FINDING_NAMES[code]()}: <span className="text-faint">{detail}</span>
        </li>
      ))}
      {check.findingCount > check.findings.length && (
        <li className="text-faint">
          {text.showingOfFindings({
            findings: formatCount(check.findings.length),
            findingCount: formatCount(check.findingCount),
          })}
        </li>
      )}
    </ul>
  );
}

function StoredVerdict({ check }: { check: ContextCheck }) {
  const { storedFindings, storedIsLast, storedChecked, storedCount } = check;
  if (storedCount === 0) return <Verdict good={false}>{text.noStateIsStoredBesideThe()}</Verdict>;
  return (
    <>
      {storedFindings.map(({ version, detail }) => (
        <Verdict key={version} good={false}>
          {text.storedVersion({ version: formatCount(version), detail })}
        </Verdict>
      ))}
      {storedIsLast === false && <Verdict good={false}>{text.theStateInForceIsNot()}</Verdict>}
      {storedFindings.length === 0 && storedIsLast !== false && (
        <Verdict good>
          {storedChecked < storedCount
            ? text.showingOfStoredVersionsEachIs({
                storedChecked: formatCount(storedChecked),
                storedCount: formatCount(storedCount),
              })
            : text.storedVersionsAreStatesAfterDeltas({
                count: storedCount,
                number: formatCount(storedCount),
              })}
        </Verdict>
      )}
    </>
  );
}
