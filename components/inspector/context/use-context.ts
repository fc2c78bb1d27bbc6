/** Reads the list of deltas, blocks of states, and the check of the chain. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import {
  ContextBlock,
  ContextCheck,
  ContextTimelines,
} from "@/lib/contracts/inspector/run/context-inspection.ts";
import { BLOCK_DELTAS } from "@/lib/contracts/limits.ts";
import { useInspected } from "../fetch-inspected.ts";
import { type ContextPlace, inspectorKeys } from "../inspector-keys.ts";

const addressOf = ({ conversationId }: ContextPlace) =>
  `/api/admin/conversations/${conversationId}/context`;
/** Recorded deltas do not change; only a new `asOf` reads again. */
const RECORDED = { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData };

export function useTimelines(place: ContextPlace) {
  const address = `${addressOf(place)}?run=${place.runId}`;
  return useInspected(inspectorKeys.timelines(place), ContextTimelines, address, RECORDED);
}

/** The block that contains an ordinal. A step of the previous block stays while another one loads. */
export function useBlock(place: ContextPlace, agentId: string, ordinal: number) {
  const block = Math.floor(Math.max(ordinal - 1, 0) / BLOCK_DELTAS);
  const at = block * BLOCK_DELTAS + 1;
  const query = `agent=${encodeURIComponent(agentId)}&at=${at}&run=${place.runId}`;
  const key = inspectorKeys.steps(place, agentId, block);
  return useInspected(key, ContextBlock, `${addressOf(place)}/steps?${query}`, RECORDED);
}

export function useCheck(place: ContextPlace, agentId: string) {
  const query = `agent=${encodeURIComponent(agentId)}&run=${place.runId}`;
  const address = `${addressOf(place)}/check?${query}`;
  return useInspected(inspectorKeys.check(place, agentId), ContextCheck, address, {
    staleTime: Number.POSITIVE_INFINITY,
  });
}
