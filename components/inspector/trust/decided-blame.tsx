/** Where a tool's call comes from, at the policy's decision on it. */
"use client";
import type { InspectedBodyOf } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { Trust, trustOf, UNKNOWN } from "@/lib/contracts/model/origin.ts";
import * as text from "@/lib/messages/inspector-trust.ts";
import { readHops } from "../graph/hops/read-hops.ts";
import { toModelCall } from "../run/selection/use-selection.ts";
import { useRunTrace } from "../run/use-run-trace.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { CallBlameView } from "./call-blame.tsx";

type DecidedBlameProps = {
  runId: string;
  /** Of the event. */
  seq: number;
  decided: InspectedBodyOf<"policy.decided">;
};

/** Nothing where the decision says nothing of it. */
export function DecidedBlame({ runId, seq, decided: { hopRef, from } }: DecidedBlameProps) {
  const { data } = useRunTrace(runId);
  if (!from) return null;
  const hop = data && readHops(data.spans).find(({ ref }) => ref === hopRef);
  const trust = Trust.safeParse(from.trust).data ?? trustOf(UNKNOWN);
  return (
    <CallBlameView blame={{ ...from, seq, trust }} inspection={null}>
      {hop &&
        (hop.askedSeq === null ? (
          <span className="text-faint">{text.askedForEarlier()}</span>
        ) : (
          <SearchLink className={TEXT_LINK} to={toModelCall(hop.askedSeq)}>
            {text.promptOfTheCall()}
          </SearchLink>
        ))}
    </CallBlameView>
  );
}
