"use client";
/** Which call is open: the one that is selected, else the one that wrote the answer. */
import { useState } from "react";
import type { CallSummary } from "@/lib/contracts/call-inspection.ts";
import { select, useSelection } from "../run/use-selection.ts";
import { useCalls } from "./use-calls.ts";

export function useOpenCall(runId: string) {
  const { hopRef, seq } = useSelection();
  const [isClosed, setClosed] = useState(false);
  const all = useCalls(runId, null);
  const known = all.data?.pages.flatMap((page) => page.calls) ?? [];
  // A hop that lies beyond the page that is shown brings a list of its own.
  const isBeyond =
    hopRef !== null && all.hasNextPage && !known.some((call) => call.hopRef === hopRef);
  const onlyHop = isBeyond ? hopRef : null;
  const ofHop = useCalls(runId, onlyHop);
  const listed = onlyHop === null ? all : ofHop;
  const calls = listed.data?.pages.flatMap((page) => page.calls) ?? [];
  const picked =
    calls.find((call) => seq !== null && (call.seq === seq || call.answered?.seq === seq)) ??
    calls.find((call) => call.hopRef === hopRef);
  const open = picked ?? (isClosed ? undefined : answering(calls));
  return {
    listed,
    onlyHop,
    openSeq: open?.seq ?? null,
    toggle(call: CallSummary) {
      const closes = call.seq === open?.seq;
      setClosed(closes);
      select(closes ? { hopRef: null, seq: null } : { hopRef: call.hopRef, seq: call.seq });
    },
  };
}

/** The last call that wrote words after any tool: what the person reads is mostly its. */
function answering(calls: readonly CallSummary[]): CallSummary | undefined {
  return calls.findLast(({ answered }) => answered && answered.textBytes > 0) ?? calls.at(-1);
}
