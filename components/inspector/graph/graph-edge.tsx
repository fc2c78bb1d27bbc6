/** A line from a node to one below it: what was passed above it, how long it took under it. */
import { memo } from "react";
import { timeOfNode } from "./describe-node.ts";
import { NODE, type PlacedNode } from "./lay-out-graph.ts";

type GraphEdgeProps = { from: PlacedNode; to: PlacedNode; passed: string };

/** The last of a line is level: what it says stands there. */
const LEVEL = 120;

export const GraphEdge = memo(function GraphEdge({ from, to, passed }: GraphEdgeProps) {
  const x = from.x + NODE.width;
  const y = from.y + NODE.height / 2;
  const endY = to.y + NODE.height / 2;
  const bend = to.x - LEVEL;
  const middle = (x + bend) / 2;
  return (
    <g>
      <path
        d={`M${x} ${y}C${middle} ${y} ${middle} ${endY} ${bend} ${endY}H${to.x}`}
        className="fill-none stroke-line-strong [stroke-width:1.25]"
      />
      {passed && (
        <text
          x={to.x - 8}
          y={endY - 5}
          textAnchor="end"
          className="fill-faint text-[0.6875rem] tabular-nums"
        >
          {passed}
        </text>
      )}
      <text
        x={to.x - 8}
        y={endY + 13}
        textAnchor="end"
        className="fill-soft text-[0.6875rem] tabular-nums"
      >
        {timeOfNode(to)}
      </text>
    </g>
  );
});
