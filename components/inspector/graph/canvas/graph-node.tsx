/** One node of the graph with its outcome and findings. */
"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { formatCount } from "../../values/format-figures.ts";
import {
  factsOfNode,
  findingsOfNode,
  nameOfNode,
  timeOfNode,
  toLabel,
} from "../hops/describe-node.ts";
import type { Hop } from "../hops/read-hops.ts";
import { NODE, type PlacedNode } from "../layout/lay-out-graph.ts";
import { HOP_ICONS, NodeShape } from "./node-shape.tsx";

/** The text that fits into a node, or below it without covering the neighbours. */
const NAME_CHARS = 20;
const FACTS_CHARS = 29;
const FINDINGS_CHARS = 28;
const FINDINGS_CHARS_BESIDE_BELOW = 13;
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
        {findings && (
          <text x={2} y={UNDER_PX} className="fill-warn text-[0.6875rem] font-medium">
            {`▲ ${toLabel(findings, node.below > 0 ? FINDINGS_CHARS_BESIDE_BELOW : FINDINGS_CHARS)}`}
          </text>
        )}
        {node.below > 0 && <Below node={node} isFolded={props.isFolded} />}
      </g>
    </g>
  );
});

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
