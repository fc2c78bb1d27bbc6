/** An icon for the type of a step. */
import { Bot, Compass, type LucideIcon, Wrench } from "lucide-react";

const ICONS: Record<"agent" | "tool" | "action", LucideIcon> = {
  agent: Bot,
  tool: Wrench,
  action: Compass,
};

export function StepIcon({ type }: { type: "agent" | "tool" | "action" }) {
  const Icon = ICONS[type];
  return (
    <Icon className="mt-0.5 size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
  );
}
