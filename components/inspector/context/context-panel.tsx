/** The context state of a conversation at each delta. */
"use client";
import Link from "next/link";
import { useMemo } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  AgentTimeline,
  RefusedChange,
} from "@/lib/contracts/inspector/run/context-inspection.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { BranchNote } from "../conversation/tree-view.tsx";
import { Empty, LoadingLines, PanelContent } from "../frame.tsx";
import type { ContextPlace } from "../inspector-keys.ts";
import { useRunTrace } from "../run/use-run-trace.ts";
import { setSearch, useSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { LeafValue } from "../values/payload-view.tsx";
import { Moment, Term } from "../values/term.tsx";
import { ChainCheck } from "./chain-check.tsx";
import { listDeltas } from "./list-deltas.ts";
import { TimeMachine } from "./time-machine.tsx";
import { useTimelines } from "./use-context.ts";

export function ContextPanel({ runId }: { runId: string }) {
  return (
    <PanelContent query={useRunTrace(runId)} loading={<Loading />}>
      {({ run }) => <Timelines run={run} />}
    </PanelContent>
  );
}

function Timelines({ run }: { run: InspectedRun }) {
  const place = { conversationId: run.conversation.id, runId: run.id, asOf: run.status };
  return (
    <PanelContent query={useTimelines(place)} loading={<Loading />}>
      {({ agents }) => (
        <>
          <BranchNote run={run} panel="context" />
          {agents.length > 0 ? (
            <Agents run={run} place={place} agents={agents} />
          ) : (
            <Empty of="panel" className="mx-auto max-w-md">
              {text.noAgentOfThisConversationHas()}
              {run.status === "running" && ` ${text.changesOfThisRunAreRecorded()}`}
            </Empty>
          )}
        </>
      )}
    </PanelContent>
  );
}

type AgentsProps = { run: InspectedRun; place: ContextPlace; agents: AgentTimeline[] };

function Agents({ run, place, agents }: AgentsProps) {
  const wanted = useSearch().get("agent");
  const open = agents.find(({ agentId }) => agentId === wanted) ?? agents[0];
  const deltas = useMemo(() => (open ? listDeltas(open) : []), [open]);
  if (!open) return null;
  const deltaCount = { count: open.deltaCount, number: formatCount(open.deltaCount) };
  return (
    <div className="@container grid grid-cols-1 gap-4 px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">{text.whoseMemory()}</legend>
          {agents.map(({ agentId, deltaCount }) => (
            <Button
              key={agentId}
              size="sm"
              aria-pressed={agentId === open.agentId}
              className={agentId === open.agentId ? "bg-pressed text-ink" : ""}
              onClick={() => setSearch({ agent: agentId, at: null, path: null }, "replace")}
            >
              {agentId}
              <span className="font-normal text-faint tabular-nums">{formatCount(deltaCount)}</span>
            </Button>
          ))}
        </fieldset>
        <span className="text-xs text-faint">
          <Term name={open.schema ? "versionedName" : "contextState"}>
            {open.schema ?? text.noDeclaredSchema()}
          </Term>{" "}
          ·{" "}
          <Term name="delta">
            {open.deltaCount > deltas.length
              ? text.showingOfDeltas({ ...deltaCount, shown: formatCount(deltas.length) })
              : text.deltaCount(deltaCount)}
          </Term>
        </span>
      </div>
      <ChainCheck key={`check-${open.agentId}`} place={place} agentId={open.agentId} />
      <RefusedChanges timeline={open} runId={run.id} />
      <TimeMachine
        key={open.agentId}
        run={run}
        place={place}
        agentId={open.agentId}
        deltas={deltas}
      />
    </div>
  );
}

function Loading() {
  return (
    <LoadingLines
      words={text.loadingTheContextState()}
      className="gap-3 px-4 py-6"
      lines={["w-1/3", "w-2/3", "w-1/2"]}
    />
  );
}

type RefusedChangesProps = {
  timeline: AgentTimeline;
  /** The run on the page. */
  runId: string;
};

/** The changes of a context state that were not accepted, with the reasons. */
function RefusedChanges({ timeline, runId }: RefusedChangesProps) {
  const { refused, refusedCount } = timeline;
  if (refusedCount === 0) return null;
  const count = { count: refusedCount, number: formatCount(refusedCount) };
  return (
    <Notice tone="warn">
      <details open={refused.some((one) => one.runId === runId)}>
        <summary className="cursor-pointer font-medium">{text.refusedChanges(count)}</summary>
        <ol aria-label={text.refusedChanges(count)} className="mt-1.5 grid gap-1 text-xs">
          {refused.map((one) => (
            <li key={`${one.runId} ${one.seq}`} className="wrap-anywhere">
              <LeafValue payload={one.reason} />{" "}
              <span className="text-faint">
                {text.refusedAttempt({ attempt: formatCount(one.attempt) })} ·{" "}
                <Where refused={one} isHere={one.runId === runId} /> · <Moment at={one.at} />
              </span>
            </li>
          ))}
        </ol>
        {refused.length < refusedCount && (
          <p className="mt-1 text-xs text-faint">
            {text.showingOfRefusals({ shown: formatCount(refused.length), number: count.number })}
          </p>
        )}
      </details>
    </Notice>
  );
}

/** Links to the event of the refusal. */
function Where({ refused, isHere }: { refused: RefusedChange; isHere: boolean }) {
  const { runId, hopRef, seq } = refused;
  const search = useSearch();
  const event = String(seq);
  const href = isHere
    ? search.link({ panel: "timeline", hop: hopRef, event, at: null, path: null, agent: null })
    : `/admin/runs/${runId}?panel=timeline&event=${event}`;
  return (
    <Link href={href} className={TEXT_LINK}>
      {isHere && hopRef !== null ? text.refusedAtHop({ hopRef }) : text.refusedInAnotherRun()}
    </Link>
  );
}
