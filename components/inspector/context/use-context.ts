/** Reads the list of deltas, blocks of states, and the check of the chain. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  ContextBlock,
  ContextCheck,
  ContextTimelines,
} from "@/lib/contracts/inspector/context/context-inspection.ts";
import { BLOCK_DELTAS } from "@/lib/contracts/limits.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

/** Identifies a conversation's memory on the branch of a run; `asOf` changes when there may be new deltas. */
export type ContextPlace = { conversationId: string; runId: string; asOf: string };

const addressOf = ({ conversationId }: ContextPlace) =>
  `/api/admin/conversations/${conversationId}/context`;
/** Recorded deltas do not change; only a new `asOf` reads again. */
const RECORDED = { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData };

export function useTimelines(place: ContextPlace) {
  return useQuery({
    ...RECORDED,
    queryKey: inspectorKeys.timelines(place),
    queryFn: ({ signal }) =>
      fetchInspected(ContextTimelines, `${addressOf(place)}?run=${place.runId}`, signal),
  });
}

/** The block that contains an ordinal. A step of the previous block stays while another one loads. */
export function useBlock(place: ContextPlace, agentId: string, ordinal: number) {
  const block = Math.floor(Math.max(ordinal - 1, 0) / BLOCK_DELTAS);
  const at = block * BLOCK_DELTAS + 1;
  const query = `agent=${encodeURIComponent(agentId)}&at=${at}&run=${place.runId}`;
  return useQuery({
    ...RECORDED,
    queryKey: inspectorKeys.steps(place, agentId, block),
    queryFn: ({ signal }) =>
      fetchInspected(ContextBlock, `${addressOf(place)}/steps?${query}`, signal),
  });
}

export function useCheck(place: ContextPlace, agentId: string) {
  const query = `agent=${encodeURIComponent(agentId)}&run=${place.runId}`;
  return useQuery({
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: inspectorKeys.check(place, agentId),
    queryFn: ({ signal }) =>
      fetchInspected(ContextCheck, `${addressOf(place)}/check?${query}`, signal),
  });
}
