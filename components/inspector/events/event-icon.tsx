/** The sign of an event's family. */
import {
  Brain,
  CircleAlert,
  CircleDot,
  Eye,
  GitCommitHorizontal,
  ListTree,
  type LucideIcon,
  Route,
  ScrollText,
  Shield,
  Sparkles,
  Wrench,
} from "lucide-react";
import type { InspectedBody } from "@/lib/contracts/inspector/events/inspected-event.ts";

const FAMILIES: Record<string, LucideIcon> = {
  run: CircleDot,
  status: Eye,
  answer: Eye,
  hop: GitCommitHorizontal,
  envelope: ScrollText,
  state: Brain,
  context: Brain,
  model: Sparkles,
  tool: Wrench,
  plan: ListTree,
  execution: ListTree,
  deviation: ListTree,
  route: Route,
  policy: Shield,
  approval: Shield,
};

export function EventIcon({ type }: { type: InspectedBody["type"] }) {
  const Icon = FAMILIES[type.split(".")[0] ?? ""] ?? CircleAlert;
  return <Icon className="size-3.5 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />;
}
