"use client";
/** Which call is open: the selected one, else the last. */
import { useState } from "react";
import type { CallSummary } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import { select, useSelection } from "../run/selection/use-selection.ts";
import { useCalls } from "./use-calls.ts";

export function useOpenCall(runId: string) {
  const { hopRef, seq } = useSelection();
  const [isClosed, setClosed] = useState(false);
  const all = useCalls(runId, null);
  const known = all.data?.pages.flatMap((page) => page.calls) ?? [];
  // A hop beyond the loaded pages gets a list of its own.
  const isBeyond =
    hopRef !== null && all.hasNextPage && !known.some((call) => call.hopRef === hopRef);
  const onlyHop = isBeyond ? hopRef : null;
  const ofHop = useCalls(runId, onlyHop);
  const listed = onlyHop === null ? all : ofHop;
  const calls = listed.data?.pages.flatMap((page) => page.calls) ?? [];
  const picked =
    calls.find((call) => seq !== null && (call.seq === seq || call.answered?.seq === seq)) ??
    calls.find((call) => call.hopRef === hopRef);
  const open = picked ?? (isClosed ? undefined : calls.at(-1));
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
