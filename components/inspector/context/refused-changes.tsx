"use client";
/** The changes of a context state that were not accepted, with the reasons. */
import Link from "next/link";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  AgentTimeline,
  RefusedChange,
} from "@/lib/contracts/inspector/context/context-inspection.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { TEXT_LINK } from "../text-link.ts";
import { useSearch } from "../use-search.ts";
import { formatCount } from "../values/format-figures.ts";
import { LeafValue } from "../values/leaf-value.tsx";
import { Moment } from "../values/moment.tsx";

type RefusedChangesProps = {
  timeline: AgentTimeline;
  /** The run on the page. */
  runId: string;
};

export function RefusedChanges({ timeline, runId }: RefusedChangesProps) {
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
