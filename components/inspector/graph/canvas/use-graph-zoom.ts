/** Moves and zooms the graph by mouse, touch, wheel and keys. */
"use client";
import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { GraphLayout } from "../layout/lay-out-graph.ts";

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
