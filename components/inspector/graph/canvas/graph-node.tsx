/** One node of the graph with its outcome and findings. */
"use client";
import { Bot, Compass, DoorOpen, type LucideIcon, Server, Wrench } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn.ts";
import { TRUST_TEXTS } from "@/lib/contracts/inspector/run/trust-words.ts";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { trustFill } from "../../trust/trust-mark.tsx";
import { formatCount } from "../../values/format-figures.ts";
import {
  factsOfNode,
  findingsOfNode,
  nameOfNode,
  timeOfNode,
  toLabel,
} from "../hops/describe-node.ts";
import type { Hop, HopKind } from "../hops/read-hops.ts";
import { NODE, type PlacedNode } from "../layout/lay-out-graph.ts";

/** The text that fits into a node, or below it without covering the neighbours. */
const NAME_CHARS = 20;
const FACTS_CHARS = 29;
const FINDINGS_CHARS = 28;
const FINDINGS_CHARS_BESIDE_BELOW = 13;
const FINDINGS_CHARS_LEAST = 6;
/** The width of a letter below a node, with room to spare. */
const CHAR_PX = 6.6;
/** Offset of the text below a node: under its shadow and above the next row. */
const UNDER_PX = NODE.height + 13;

/** The parts are hidden from screen readers: the node's label contains all of them. */
const HIDDEN = { "aria-hidden": true } as const;

type GraphNodeProps = {
  node: PlacedNode;
  /** The node's hop, or the first of its group. */
  first: Hop;
  id: string;
  sentence: string;
  isActive: boolean;
  isSelected: boolean;
  isFolded: boolean;
};

export const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { node, first, isActive, isSelected } = props;
  const Icon = HOP_ICONS[first.kind];
  const findings = findingsOfNode(node, first);
  const isRoot = node.parent < 0;
  const facts = factsOfNode(node, first);
  return (
    <g
      role="treeitem"
      id={props.id}
      aria-level={node.level}
      aria-selected={isSelected}
      aria-expanded={node.hasBelow ? node.below === 0 : undefined}
      transform={`translate(${node.x} ${node.y})`}
      data-node={node.key}
      className="cursor-pointer"
    >
      <title>{props.sentence}</title>
      <g {...HIDDEN}>
        <NodeShape
          kind={first.kind}
          isGroup={node.hops.length > 1}
          className={cn(
            isSelected ? "fill-accent-wash stroke-accent [stroke-width:2.25]" : "fill-raised",
            !isSelected && (node.failed > 0 ? "stroke-danger" : "stroke-line-strong"),
            node.running > 0 && "[stroke-dasharray:5_4]",
            isActive &&
              "group-focus-visible/graph:stroke-accent group-focus-visible/graph:[stroke-width:3]",
          )}
        />
        <Icon x={15} y={8} width={14} height={14} strokeWidth={1.75} className="text-soft" />
        <text x={35} y={19.5} className="fill-ink text-sm font-medium">
          {nameOfNode(node, first, NAME_CHARS)}
        </text>
        <text
          x={15}
          y={36.5}
          className={cn("text-[0.6875rem]", node.failed > 0 ? "fill-danger" : "fill-soft")}
        >
          {toLabel(isRoot ? `${facts} · ${timeOfNode(node)}` : facts, FACTS_CHARS)}
        </text>
        <Under node={node} findings={findings} />
        {node.below > 0 && <Below node={node} isFolded={props.isFolded} />}
      </g>
    </g>
  );
});

/** The trust of the node, and its findings beside it. */
function Under({ node, findings }: { node: PlacedNode; findings: string }) {
  const { trust, below } = node;
  const word = trust === null ? "" : `● ${TRUST_TEXTS[trust].word()}`;
  const chars = (below > 0 ? FINDINGS_CHARS_BESIDE_BELOW : FINDINGS_CHARS) - word.length;
  return (
    <>
      {trust !== null && (
        <text x={2} y={UNDER_PX} className={cn("text-[0.6875rem] font-medium", trustFill(trust))}>
          {word}
        </text>
      )}
      {findings && (
        <text
          x={2 + word.length * CHAR_PX}
          y={UNDER_PX}
          className="fill-warn text-[0.6875rem] font-medium"
        >
          {`▲ ${toLabel(findings, Math.max(FINDINGS_CHARS_LEAST, chars))}`}
        </text>
      )}
    </>
  );
}

/** The number of folded hops below a node. A press unfolds them. */
function Below({ node, isFolded }: Pick<GraphNodeProps, "node" | "isFolded">) {
  const hops = formatCount(node.below);
  return (
    <text
      x={NODE.width}
      y={UNDER_PX}
      textAnchor="end"
      data-below
      className="fill-accent text-xs font-medium underline"
    >
      {isFolded ? texts.plusFolded({ hops }) : texts.plusBelow({ hops })}
    </text>
  );
}

/** The outline of a node, by its kind. */
export const HOP_ICONS: Record<HopKind, LucideIcon> = {
  coordinator: Compass,
  agent: Bot,
  gateway: DoorOpen,
  service: Server,
  tool: Wrench,
};

const { width: W, height: H } = NODE;

const OUTLINES: Record<HopKind, string> = {
  /** Pointed at both ends. */
  coordinator: `M12 0H${W - 12}L${W} ${H / 2}L${W - 12} ${H}H12L0 ${H / 2}Z`,
  /** Round. */
  agent: `M18 0H${W - 18}A18 18 0 0 1 ${W} 18V${H - 18}A18 18 0 0 1 ${W - 18} ${H}H18A18 18 0 0 1 0 ${H - 18}V18A18 18 0 0 1 18 0Z`,
  /** Every corner cut. */
  gateway: `M10 0H${W - 10}L${W} 10V${H - 10}L${W - 10} ${H}H10L0 ${H - 10}V10Z`,
  /** Square, with the rails of a rack. */
  service: `M0 0H${W}V${H}H0ZM6 0V${H}M${W - 6} 0V${H}`,
  /** One corner cut. */
  tool: `M4 0H${W - 14}L${W} 14V${H - 4}A4 4 0 0 1 ${W - 4} ${H}H4A4 4 0 0 1 0 ${H - 4}V4A4 4 0 0 1 4 0Z`,
};

type NodeShapeProps = { kind: HopKind; isGroup: boolean; className: string };

function NodeShape({ kind, isGroup, className }: NodeShapeProps) {
  return (
    <>
      {isGroup && (
        <path
          d={OUTLINES[kind]}
          transform="translate(5 5)"
          className="fill-sunken stroke-line-strong"
        />
      )}
      <path d={OUTLINES[kind]} className={className} />
    </>
  );
}

type GraphEdgeProps = { from: PlacedNode; to: PlacedNode; passed: string };

/** The last part of an edge is horizontal and carries the label. */
const LEVEL = 120;
const LEVEL_CHARS = 19;
const LINE_PX = 13;

/** An edge, labelled with what was passed and how long the hop took. */
export const GraphEdge = memo(function GraphEdge({ from, to, passed }: GraphEdgeProps) {
  const x = from.x + NODE.width;
  const y = from.y + NODE.height / 2;
  const endY = to.y + NODE.height / 2;
  const bend = to.x - LEVEL;
  const middle = (x + bend) / 2;
  const lines = passed === "" ? [] : passed.split(" · ");
  return (
    <g>
      <path
        d={`M${x} ${y}C${middle} ${y} ${middle} ${endY} ${bend} ${endY}H${to.x}`}
        className="fill-none stroke-line-strong [stroke-width:1.25]"
      />
      {lines.map((line, place) => (
        <text
          key={line}
          x={to.x - 8}
          y={endY - 5 - (lines.length - 1 - place) * LINE_PX}
          textAnchor="end"
          className="fill-faint text-[0.6875rem] tabular-nums"
        >
          {toLabel(line, LEVEL_CHARS)}
        </text>
      ))}
      <text
        x={to.x - 8}
        y={endY + LINE_PX}
        textAnchor="end"
        className="fill-soft text-[0.6875rem] tabular-nums"
      >
        {toLabel(timeOfNode(to), LEVEL_CHARS)}
      </text>
    </g>
  );
});
