/** The graph, drawn from left to right. Arrow keys select hops; mouse and wheel move and zoom it. */
"use client";
import { Maximize, Minus, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "@/components/ui/button.tsx";
import type { HopInput } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as text from "@/lib/messages/inspector-graph.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { describePassed, sentenceOfNode } from "../hops/describe-node.ts";
import type { Hop } from "../hops/read-hops.ts";
import { type GraphLayout, NODE, type PlacedNode, rootBox } from "../layout/lay-out-graph.ts";
import { GraphEdge, GraphNode } from "./graph-node.tsx";
import { type GraphActions, type GraphZoom, useGraphZoom, walkGraph } from "./use-graph-view.ts";

/** Edges are hidden from screen readers: each node repeats its edge's text. */
const HIDDEN = { "aria-hidden": true } as const;

type GraphCanvasProps = {
  hops: readonly Hop[];
  layout: GraphLayout;
  passed: ReadonlyMap<number, HopInput>;
  /** Index of the selected hop, else −1. */
  selected: number;
  folded: readonly string[];
  actions: GraphActions;
  /** The SVG element, for the export. */
  frame: RefObject<SVGSVGElement | null>;
  onSelect: (hop: Hop) => void;
};

export function GraphCanvas(props: GraphCanvasProps) {
  const { hops, layout, folded, actions, frame, onSelect } = props;
  const { nodes } = layout;
  const ids = useId();
  const picture = useRef<SVGGElement>(null);
  const [isSmall, setSmall] = useState(false);
  const zoom = useGraphZoom(frame, picture, setSmall);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = nodes.findIndex((node) => node.key === activeKey);
  useSteadyPicture(layout, activeKey, zoom);
  const fit = () => zoom.fit(layout.bounds, rootBox(nodes));
  const activate = ({ key }: PlacedNode) => setActiveKey(key);
  const pick = (node: PlacedNode) => {
    activate(node);
    const hop = hops[node.hops[0] ?? -1];
    if (node.hops.length > 1) actions.openGroup(node);
    else if (hop) onSelect(hop);
  };
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const key = target.closest("[data-node]")?.getAttribute("data-node");
    const node = nodes.find((one) => one.key === key);
    if (!node) return;
    if (!target.closest("[data-below]")) pick(node);
    else if (folded.includes(node.key)) actions.toggleFold(node);
    else actions.focusOn(node.hops[0] ?? null);
  };
  return (
    <div className="relative min-h-0 flex-1">
      <div
        role="tree"
        aria-label={text.hopGraph()}
        aria-activedescendant={active < 0 ? undefined : `${ids}${activeKey}`}
        tabIndex={0}
        onClick={onClick}
        onKeyDown={(event) =>
          handleGraphKey(event, { layout, active, activate, pick, actions, zoom })
        }
        className="group/graph absolute inset-0 focus-visible:-outline-offset-2"
      >
        <svg
          ref={frame}
          role="none"
          className="size-full cursor-grab touch-none select-none active:cursor-grabbing"
        >
          <g ref={picture}>
            <Picture {...props} ids={ids} activeKey={activeKey} />
          </g>
        </svg>
      </div>
      {isSmall && <SmallText onFit={fit} />}
      <ZoomButtons zoom={zoom} onFit={fit} />
    </div>
  );
}

type PictureProps = Pick<GraphCanvasProps, "hops" | "layout" | "passed" | "selected" | "folded"> & {
  ids: string;
  activeKey: string | null;
};

function Picture(props: PictureProps) {
  const { hops, layout, passed, selected, folded, ids, activeKey } = props;
  const { nodes } = layout;
  const passedTo = (node: PlacedNode) =>
    node.hops.length > 1 ? "" : describePassed(passed.get(hops[node.hops[0] ?? -1]?.seq ?? -1));
  return (
    <>
      <g {...HIDDEN}>
        {nodes.map((node) => {
          const from = nodes[node.parent];
          if (!from) return null;
          return <GraphEdge key={node.key} from={from} to={node} passed={passedTo(node)} />;
        })}
      </g>
      {nodes.map((node) => {
        const first = hops[node.hops[0] ?? -1];
        if (!first) return null;
        return (
          <GraphNode
            key={node.key}
            id={`${ids}${node.key}`}
            node={node}
            first={first}
            sentence={sentenceOfNode(node, first, passedTo(node))}
            isActive={node.key === activeKey}
            isSelected={node.hops.length === 1 && node.hops[0] === selected}
            isFolded={folded.includes(node.key)}
          />
        );
      })}
    </>
  );
}

function SmallText({ onFit }: { onFit: () => void }) {
  return (
    <p
      role="status"
      className="absolute bottom-3 left-3 flex items-center gap-2 rounded-md border bg-raised px-2 py-1 text-xs text-warn max-md:bottom-12"
    >
      {text.zoomedOut()}
      <button type="button" onClick={onFit} className={TEXT_LINK}>
        {text.fit()}
      </button>
    </p>
  );
}

/** Buttons for what the mouse wheel does. */
const ICON = { className: "size-3.5", strokeWidth: 1.75, "aria-hidden": true } as const;

function ZoomButtons({ zoom, onFit }: { zoom: GraphZoom; onFit: () => void }) {
  return (
    <div className="absolute right-3 bottom-3 flex rounded-md border bg-raised">
      <IconButton size="sm" aria-label={text.zoomOut()} onClick={zoom.zoomOut}>
        <Minus {...ICON} />
      </IconButton>
      <IconButton size="sm" aria-label={text.zoomIn()} onClick={zoom.zoomIn}>
        <Plus {...ICON} />
      </IconButton>
      <IconButton size="sm" aria-label={text.fitTheGraph()} onClick={onFit}>
        <Maximize {...ICON} />
      </IconButton>
    </div>
  );
}

/**
 * Keeps a node in place across layouts.
 * @param anchorKey of that node; null: the first that both layouts have
 */
function useSteadyPicture(layout: GraphLayout, anchorKey: string | null, zoom: GraphZoom): void {
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

type GraphKeys = {
  layout: GraphLayout;
  /** Index of the active node; −1 for none. */
  active: number;
  activate: (node: PlacedNode) => void;
  pick: (node: PlacedNode) => void;
  actions: GraphActions;
  zoom: GraphZoom;
};

/** The keys of the graph: arrows move, Enter selects or opens, Space folds, F shows the subtree, + − 0 zoom. */
function handleGraphKey(event: KeyboardEvent, keys: GraphKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { nodes } = keys.layout;
  const to = walkGraph(nodes, keys.active, event.key);
  const next = to === null ? undefined : nodes[to];
  if (next) {
    keys.activate(next);
    keys.zoom.reveal({ ...NODE, x: next.x, y: next.y });
  } else if (!act(event.key, nodes[keys.active], keys)) return;
  event.preventDefault();
  // A key that the graph handles must not reach the page.
  event.stopPropagation();
}

/** @returns false for a key that the graph does not handle */
function act(key: string, node: PlacedNode | undefined, keys: GraphKeys): boolean {
  const { layout, pick, actions, zoom } = keys;
  if (key === "+" || key === "=") zoom.zoomIn();
  else if (key === "-") zoom.zoomOut();
  else if (key === "0") zoom.fit(layout.bounds, rootBox(layout.nodes));
  else if (key === "Enter" && node) pick(node);
  else if (key === " " && node?.hasBelow) actions.toggleFold(node);
  else if (key === "f" && node) actions.focusOn(node.hops[0] ?? null);
  else return key.startsWith("Arrow");
  return true;
}
