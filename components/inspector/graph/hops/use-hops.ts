/** The hops of a run in their order, with their inputs, the selected one, and the keys that move between them. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { type HopInput, HopInputs } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import { HOP_INPUTS_MAX } from "@/lib/contracts/limits.ts";
import { useInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";
import { type Move, useSelectionMoves } from "../../run/selection/selection-moves.ts";
import type { Selection } from "../../run/selection/use-selection.ts";
import { growForest } from "../layout/aggregate-hops.ts";
import type { Hop } from "./read-hops.ts";

export type HopRow = { index: number; depth: number };

const known = new WeakMap<readonly Hop[], readonly HopRow[]>();

/** Cached: the same array of hops gives the same rows. */
export function orderHops(hops: readonly Hop[]): readonly HopRow[] {
  const rows = known.get(hops) ?? walkDown(hops);
  known.set(hops, rows);
  return rows;
}

function walkDown(hops: readonly Hop[]): HopRow[] {
  const { roots, children } = growForest(hops);
  const rows: HopRow[] = [];
  const stack = roots.map((index) => ({ index, depth: 0 })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    rows.push(next);
    for (const child of (children[next.index] ?? []).toReversed()) {
      stack.push({ index: child, depth: next.depth + 1 });
    }
  }
  return rows;
}

/**
 * Keys j and k move the selection from hop to hop, in the order of the tree.
 * @param selected index of the selected hop, else −1
 */
export function useHopMoves(
  hops: readonly Hop[],
  selected: number,
  onSelect: (hop: Hop) => void,
): void {
  useSelectionMoves((move) => {
    const rows = orderHops(hops);
    const place = rows.findIndex(({ index }) => index === selected);
    const hop = hops[rows[placeAfter(move, place, rows.length)]?.index ?? -1];
    if (hop) onSelect(hop);
  });
}

function placeAfter(move: Move, place: number, count: number): number {
  switch (move) {
    case "next":
      return Math.min(count - 1, place + 1);
    case "previous":
      return Math.max(0, place - 1);
    case "first":
      return 0;
    case "last":
      return count - 1;
  }
}

/**
 * Reads the sizes of what the visible hops received.
 * @param seqs of the hops' starts
 * @returns by `seq`; hops that are still loading are absent
 */
export function useHopInputs(
  runId: string,
  seqs: readonly number[],
): ReadonlyMap<number, HopInput> {
  const asked = seqs.slice(0, HOP_INPUTS_MAX).join(",");
  const address = `/api/admin/runs/${runId}/hops?seqs=${asked}`;
  const { data } = useInspected(inspectorKeys.hopInputs(runId, asked), HopInputs, address, {
    enabled: asked !== "",
    // A recorded start never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.hops.map((hop) => [hop.seq, hop])), [data]);
}

/** Index of the start, −1 for none. If an id started twice: the start with that `seq`, else the first. */
export function findSelectedHop(hops: readonly Hop[], { hopRef, seq }: Selection): number {
  if (hopRef === null) return -1;
  const exact = hops.findIndex((hop) => hop.ref === hopRef && hop.seq === seq);
  return exact >= 0 ? exact : hops.findIndex((hop) => hop.ref === hopRef);
}
