/** One hop's envelope. */
"use client";
import { Chip } from "@/components/ui/chip.tsx";
import {
  HopEnvelope,
  hopAddress,
  type LeftState,
} from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice, LoadingLines } from "../frame.tsx";
import { explainFinding, FINDING_WORDS } from "../graph/hops/describe-node.ts";
import type { Hop } from "../graph/hops/read-hops.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { select } from "../run/selection/use-selection.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatBytes } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { ChangesView } from "./changes-view.tsx";
import { ScopeView } from "./decoded-view.tsx";
import { EnvelopeValue, Part } from "./envelope-parts.tsx";
import { EnvelopeView } from "./envelope-view.tsx";

type HopEnvelopeViewProps = { runId: string; hop: Hop; isLive: boolean };

export function HopEnvelopeView({ runId, hop, isLive }: HopEnvelopeViewProps) {
  const { data, error, refetch } = useHopEnvelope(runId, hop.ref, hop.seq, isLive);
  return (
    <article
      aria-label={texts.envelopeOf({ ref: hop.ref })}
      className="grid min-w-0 gap-5 p-4 lg:px-6"
    >
      <HopHeading hop={hop} data={data} />
      {data ? (
        <Arrived data={data} />
      ) : error ? (
        <FailureNotice error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingLines
          words={texts.loadingTheEnvelope()}
          className="gap-3"
          lines={["w-1/2", "w-3/4", "w-2/3"]}
        />
      )}
    </article>
  );
}

function HopHeading({ hop, data }: { hop: Hop; data: HopEnvelope | undefined }) {
  return (
    <header className="grid gap-1">
      <h3 className="text-md font-[560] wrap-anywhere">
        <Term name="node">
          <InertText text={hop.name} />
        </Term>
      </h3>
      <p className="text-xs text-faint">
        {hop.kind} · <Term name="hop">{texts.hop()}</Term> <InertText text={hop.ref} />
        {data && <Under data={data} />}
      </p>
      {data && data.starts.length > 1 && <Starts data={data} />}
      {findingsOf(hop, data).map(({ code, text }) => (
        <p key={`${code}${text}`} className="flex flex-wrap items-baseline gap-2 text-xs text-soft">
          <Chip tone="warn" {...explainFinding(code)}>
            {FINDING_WORDS[code]()}
          </Chip>
          <InertText text={text} />
        </p>
      ))}
    </header>
  );
}

/** Findings about the envelope itself are shown below it. */
function findingsOf({ findings }: Hop, data: HopEnvelope | undefined): Hop["findings"] {
  if (!data || data.findings.length === 0) return findings;
  return findings.filter(({ text }) => !text.startsWith("envelope:"));
}

function Under({ data: { parent, parentRef } }: { data: HopEnvelope }) {
  if (parentRef === null) return ` · ${texts.firstOfItsTree()}`;
  if (!parent) {
    return (
      <>
        {` · ${texts.missingParent()} `}
        <InertText text={parentRef} /> {texts.missingParentIsNotInTheLog()}
      </>
    );
  }
  const { hopRef, kind, nodeId } = parent;
  return (
    <>
      {` · ${texts.under()} `}
      <button type="button" className={TEXT_LINK} onClick={() => select({ hopRef, seq: null })}>
        {kind} <InertText text={`${nodeId} (${hopRef})`} />
      </button>
    </>
  );
}

/** All starts of an id that started more than once, each with its own envelope. */
function Starts({ data: { hop, starts, seq } }: { data: HopEnvelope }) {
  return (
    <nav
      aria-label={texts.startsUnderThisId()}
      className="flex flex-wrap items-center gap-2 text-xs"
    >
      <span className="text-soft">{texts.thisIdStartedTimes({ times: starts.length })}</span>
      {starts.map((start) => (
        <button
          key={start}
          type="button"
          aria-current={start === seq ? "true" : undefined}
          onClick={() => select({ hopRef: hop.hopRef, seq: start })}
          className={start === seq ? "rounded-sm font-medium" : TEXT_LINK}
        >
          {texts.event({ seq: start })}
        </button>
      ))}
    </nav>
  );
}

function Arrived({ data }: { data: HopEnvelope }) {
  const { envelope, changes, findings, left, parent } = data;
  return (
    <>
      {findings.length > 0 && (
        <Part title={texts.findings()}>
          <ul className="grid gap-2">
            {findings.map(({ seq, code, detail }) => (
              <li key={seq} className="flex flex-wrap items-baseline gap-2 text-xs">
                <Chip tone="danger">{code.replaceAll("-", " ").replaceAll("_", " ")}</Chip>
                <EnvelopeValue payload={detail} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {envelope ? (
        <>
          {parent && (
            <Part
              title={texts.difference()}
              aside={texts.toWhatArrivedAt({ kind: parent.kind, nodeId: parent.nodeId })}
            >
              {changes ? (
                <ChangesView changes={changes} />
              ) : (
                <p className="text-xs text-faint">{texts.oneOfTheTwoEnvelopesCannot()}</p>
              )}
            </Part>
          )}
          {left && <LeftView left={left} />}
          <EnvelopeView envelope={envelope} />
        </>
      ) : (
        <p className="text-sm text-soft">
          {parent || data.parentRef !== null
            ? texts.noHeadersWereRecordedForThis()
            : texts.nothingArrivedHereTheEnvelopeBegins()}
        </p>
      )}
      {!envelope && left && <LeftView left={left} />}
    </>
  );
}

/**
 * @param seq of the start to show, because an id can have started more than once
 * @param isLive true while the run is active and findings can still be added
 */
function useHopEnvelope(runId: string, hopRef: string, seq: number, isLive: boolean) {
  const address = hopAddress(runId, hopRef, seq);
  return useInspected(inspectorKeys.hop(runId, hopRef, seq), HopEnvelope, address, {
    staleTime: isLive ? 0 : Number.POSITIVE_INFINITY,
  });
}

/** What a hop left in its own scope, and how much the envelope grew by it. */
function LeftView({ left }: { left: LeftState }) {
  const { scope, arrivedBytes, leftBytes, metadata } = left;
  const sizes = { arrived: formatBytes(arrivedBytes), left: formatBytes(leftBytes) };
  return (
    <Part title={texts.leftByThisHop()} aside={texts.grewFromTo(sizes)}>
      {scope.variables.length > 0 ? (
        <ScopeView scope={scope} />
      ) : (
        <p className="text-xs text-faint">{texts.itAddedNothingToItsScope()}</p>
      )}
      <PayloadView payload={metadata} title={texts.metadata()} />
    </Part>
  );
}
