/** What of the graph is seen: which nodes are open, folded or in focus, how near, and where keys lead. */
"use client";
import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type GraphView, WHOLE_VIEW, WINDOW } from "../layout/aggregate-hops.ts";
import type { GraphLayout, PlacedNode } from "../layout/lay-out-graph.ts";

/** More open groups would leave no room for their surroundings. */
const OPENED_MAX = 2;

export type GraphActions = {
  /** Draws the next members of a group as single nodes; after the last, none. */
  openGroup(node: PlacedNode): void;
  /** Folds or unfolds the subtree of a node. */
  toggleFold(node: PlacedNode): void;
  /** Draws only the tree of this hop; null: all trees. */
  focusOn(hop: number | null): void;
  /** Resets the view. */
  reset(): void;
};

/** @param kept the hop that must stay visible, else null */
export function useGraphView(kept: number | null): { view: GraphView; actions: GraphActions } {
  const [asked, setAsked] = useState<Omit<GraphView, "kept">>(WHOLE_VIEW);
  const view = useMemo(() => ({ ...asked, kept }), [asked, kept]);
  const openGroup = useCallback(({ key, hops }: PlacedNode) => {
    setAsked((before) => {
      const at = before.opened.find((window) => window.key === key);
      const others = before.opened.filter((window) => window.key !== key);
      const from = at ? at.from + WINDOW : 0;
      // An open group contains fewer hops, because some are drawn as single nodes.
      const isOver = from >= hops.length + (at ? WINDOW : 0);
      if (isOver) return { ...before, opened: others };
      return { ...before, opened: [...others, { key, from }].slice(-OPENED_MAX) };
    });
  }, []);
  const toggleFold = useCallback(({ key }: PlacedNode) => {
    setAsked((before) => {
      const isFolded = before.folded.includes(key);
      const others = before.folded.filter((folded) => folded !== key);
      return { ...before, folded: isFolded ? others : [...others, key] };
    });
  }, []);
  const focusOn = useCallback((focus: number | null) => {
    setAsked((before) => ({ ...before, focus, folded: [] }));
  }, []);
  const reset = useCallback(() => setAsked(WHOLE_VIEW), []);
  const actions = useMemo(
    () => ({ openGroup, toggleFold, focusOn, reset }),
    [openGroup, toggleFold, focusOn, reset],
  );
  return { view, actions };
}

const SCALE_MIN = 0.08;
const SCALE_MAX = 2.5;
/** At this scale text has 11 pixels. Where the whole graph would need a smaller one, the start of the graph is shown. */
const READABLE_SCALE = 1;
/** Zooming in and out again may miss the scale by this much. */
const ROUNDING = 1e-6;
const MARGIN = 20;
const STEP = 1.3;

type Box = GraphLayout["bounds"];

export type GraphZoom = {
  zoomIn(): void;
  zoomOut(): void;
  /** Shows the whole graph, or its start where the whole would be too small to read. */
  fit(box: Box, root: Box): void;
  /** Scrolls as little as needed to show the box. */
  reveal(box: Box): void;
  /** Moves the picture by this many of its own pixels. */
  shift(x: number, y: number): void;
};

/** Moves and zooms the graph by mouse, touch, wheel and keys. */
export function useGraphZoom(
  frame: RefObject<SVGSVGElement | null>,
  picture: RefObject<SVGGElement | null>,
  /** Called with whether the text is too small to read. */
  onScale: (isSmall: boolean) => void,
): GraphZoom {
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  useLayoutEffect(() => {
    const svg = frame.current;
    if (!svg) return;
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([SCALE_MIN, SCALE_MAX])
      .filter(({ button }: MouseEvent) => !button)
      .on("zoom", ({ transform }: D3ZoomEvent<SVGSVGElement, unknown>) => {
        picture.current?.setAttribute("transform", transform.toString());
        onScale(transform.k < READABLE_SCALE - ROUNDING);
      });
    behaviour.current = zooming;
    const selection = select(svg);
    selection.call(zooming).on("dblclick.zoom", null);
    // Without a modifier key, the wheel scrolls the picture.
    const zoomByWheel = selection.on("wheel.zoom");
    selection.on("wheel.zoom", function (this: SVGSVGElement, event: WheelEvent, datum: unknown) {
      if (event.ctrlKey || event.metaKey) return zoomByWheel?.call(this, event, datum);
      event.preventDefault();
      const { k } = zoomTransform(this);
      zooming.translateBy(selection, -event.deltaX / k, -event.deltaY / k);
    });
    return () => {
      selection.on(".zoom", null);
    };
  }, [frame, picture, onScale]);
  return useMemo(() => toActions(frame, behaviour), [frame]);
}

function toActions(
  frame: RefObject<SVGSVGElement | null>,
  behaviour: RefObject<ZoomBehavior<SVGSVGElement, unknown> | null>,
): GraphZoom {
  type Act = (svg: SVGSVGElement, zooming: ZoomBehavior<SVGSVGElement, unknown>) => void;
  const act = (change: Act) => {
    if (frame.current && behaviour.current) change(frame.current, behaviour.current);
  };
  const scale = (by: number) => act((svg, zooming) => zooming.scaleBy(select(svg), by));
  return {
    zoomIn: () => scale(STEP),
    zoomOut: () => scale(1 / STEP),
    fit: (box, root) =>
      act((svg, zooming) => zooming.transform(select(svg), fitted(svg, box, root))),
    shift: (x, y) => act((svg, zooming) => zooming.translateBy(select(svg), x, y)),
    reveal: (box) =>
      act((svg, zooming) => {
        const { k, x, y } = zoomTransform(svg);
        const across = overhang(box.x * k + x, box.width * k, svg.clientWidth);
        const down = overhang(box.y * k + y, box.height * k, svg.clientHeight);
        if (across || down) zooming.translateBy(select(svg), across / k, down / k);
      }),
  };
}

function fitted({ clientWidth, clientHeight }: SVGSVGElement, box: Box, root: Box) {
  const across = (clientWidth - 2 * MARGIN) / Math.max(1, box.width);
  const down = (clientHeight - 2 * MARGIN) / Math.max(1, box.height);
  const all = Math.min(across, down, 1);
  const k = Math.max(all, READABLE_SCALE);
  const isWhole = all >= READABLE_SCALE;
  const wide = box.width * k <= clientWidth - 2 * MARGIN;
  const x = wide ? (clientWidth - box.width * k) / 2 - box.x * k : MARGIN - root.x * k;
  const target = isWhole ? box : root;
  const y = (clientHeight - target.height * k) / 2 - target.y * k;
  return zoomIdentity.translate(x, y).scale(k);
}

/** The shortest move that brings a span of this size within `length`. */
function overhang(from: number, size: number, length: number): number {
  if (from < MARGIN) return MARGIN - from;
  return Math.min(0, Math.max(length - MARGIN - size - from, MARGIN - from));
}

/**
 * The node that an arrow key leads to.
 * @param current −1: no node yet
 * @returns index of the next node; null where the key leads nowhere
 */
export function walkGraph(
  nodes: readonly PlacedNode[],
  current: number,
  key: string,
): number | null {
  const at = nodes[current];
  if (key === "Home" || (!at && key.startsWith("Arrow"))) return nodes.length > 0 ? 0 : null;
  if (key === "End") return nodes.length > 0 ? nodes.length - 1 : null;
  if (!at) return null;
  switch (key) {
    case "ArrowLeft":
      return at.parent >= 0 ? at.parent : null;
    case "ArrowRight":
      return firstBelow(nodes, current);
    case "ArrowDown":
      return next(nodes, at, 1);
    case "ArrowUp":
      return next(nodes, at, -1);
    default:
      return null;
  }
}

/** The uppermost child. */
function firstBelow(nodes: readonly PlacedNode[], parent: number): number | null {
  let found: number | null = null;
  for (const [index, node] of nodes.entries()) {
    if (node.parent !== parent) continue;
    if (found === null || node.y < (nodes[found]?.y ?? 0)) found = index;
  }
  return found;
}

/** The next one in the same column. */
function next(nodes: readonly PlacedNode[], at: PlacedNode, step: 1 | -1): number | null {
  let found: number | null = null;
  for (const [index, node] of nodes.entries()) {
    if (node.level !== at.level || (node.y - at.y) * step <= 0) continue;
    const best = found === null ? undefined : nodes[found];
    if (!best || (best.y - node.y) * step > 0) found = index;
  }
  return found;
}
