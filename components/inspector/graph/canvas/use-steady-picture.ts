"use client";
/** Keeps what is looked at where it is while the picture around it changes. */
import { useLayoutEffect, useRef } from "react";
import { type GraphLayout, NODE, rootBox } from "../layout/lay-out-graph.ts";
import type { GraphZoom } from "./use-graph-zoom.ts";

/** @param anchorKey of the node that must stay; null: the first that was there before */
export function useSteadyPicture(
  layout: GraphLayout,
  anchorKey: string | null,
  zoom: GraphZoom,
): void {
  const before = useRef<GraphLayout | null>(null);
  useLayoutEffect(() => {
    const last = before.current;
    if (last === layout) return;
    before.current = layout;
    const known = new Map(last?.nodes.map((node) => [node.key, node]));
    const anchored = layout.nodes.find(({ key }) => key === anchorKey && known.has(key));
    const anchor = anchored ?? layout.nodes.find(({ key }) => known.has(key));
    const place = anchor && known.get(anchor.key);
    if (!anchor || !place || layout.nodes[0]?.key !== last?.nodes[0]?.key) {
      return zoom.fit(layout.bounds, rootBox(layout.nodes));
    }
    zoom.shift(place.x - anchor.x, place.y - anchor.y);
    if (anchored) zoom.reveal({ ...NODE, x: anchor.x, y: anchor.y });
  }, [layout, anchorKey, zoom]);
}
