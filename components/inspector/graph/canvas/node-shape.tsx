/** The outline of a node, by its kind. */
import { Bot, Compass, DoorOpen, type LucideIcon, Server, Wrench } from "lucide-react";
import type { HopKind } from "../hops/read-hops.ts";
import { NODE } from "../layout/lay-out-graph.ts";

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

export function NodeShape({ kind, isGroup, className }: NodeShapeProps) {
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
