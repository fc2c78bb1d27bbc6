/** An edge, labelled with what was passed and how long the hop took. */
import { memo } from "react";
import { timeOfNode, toLabel } from "../hops/describe-node.ts";
import { NODE, type PlacedNode } from "../layout/lay-out-graph.ts";

type GraphEdgeProps = { from: PlacedNode; to: PlacedNode; passed: string };

/** The last part of an edge is horizontal and carries the label. */
const LEVEL = 120;
const LEVEL_CHARS = 19;
const LINE_PX = 13;

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
