"use client";
/** Reads the list of deltas, blocks of states, and the check of the chain. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  BLOCK_DELTAS,
  ContextBlock,
  ContextCheck,
  ContextTimelines,
} from "@/lib/contracts/inspector/context/context-inspection.ts";
import { fetchInspected } from "../fetch-inspected.ts";

/** What a conversation's memory is asked for by; `asOf` changes when there may be more of it. */
export type ContextPlace = { conversationId: string; asOf: string };

const addressOf = ({ conversationId }: ContextPlace) =>
  `/api/admin/conversations/${conversationId}/context`;
const keyOf = ({ conversationId, asOf }: ContextPlace) => [
  "inspector",
  "context",
  conversationId,
  asOf,
];
/** What was recorded does not change: a new `asOf` asks anew. */
const RECORDED = { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData };

export function useTimelines(place: ContextPlace) {
  return useQuery({
    ...RECORDED,
    queryKey: [...keyOf(place), "timelines"],
    queryFn: ({ signal }) => fetchInspected(ContextTimelines, addressOf(place), signal),
  });
}

/** The block that holds an ordinal. A step of the block before stays while another is on its way. */
export function useBlock(place: ContextPlace, agentId: string, ordinal: number) {
  const block = Math.floor(Math.max(ordinal - 1, 0) / BLOCK_DELTAS);
  const at = block * BLOCK_DELTAS + 1;
  const query = `agent=${encodeURIComponent(agentId)}&at=${at}`;
  return useQuery({
    ...RECORDED,
    queryKey: [...keyOf(place), "steps", agentId, block],
    queryFn: ({ signal }) =>
      fetchInspected(ContextBlock, `${addressOf(place)}/steps?${query}`, signal),
  });
}

export function useCheck(place: ContextPlace, agentId: string) {
  const query = `agent=${encodeURIComponent(agentId)}`;
  return useQuery({
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [...keyOf(place), "check", agentId],
    queryFn: ({ signal }) =>
      fetchInspected(ContextCheck, `${addressOf(place)}/check?${query}`, signal),
  });
}
