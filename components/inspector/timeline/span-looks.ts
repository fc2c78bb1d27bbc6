/** How kinds, outcomes and findings look: a shape and a word each, never a colour alone. */
import {
  Ban,
  Bot,
  Check,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  Compass,
  Hourglass,
  type LucideIcon,
  Server,
  Shield,
  Sparkles,
  Square,
  UserCheck,
  Wrench,
  X,
} from "lucide-react";
import type {
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "@/lib/contracts/inspector/timeline/run-trace.ts";

export const KIND_LOOKS: Record<SpanKind, { word: string; Icon: LucideIcon; bar: string }> = {
  coordinator: { word: "Coordinator", Icon: Compass, bar: "bg-silver" },
  agent: { word: "Agent", Icon: Bot, bar: "bg-silver" },
  service: { word: "Service", Icon: Server, bar: "bg-silver" },
  tool: { word: "Tool", Icon: Wrench, bar: "bg-code-key" },
  "model-call": { word: "Model call", Icon: Sparkles, bar: "bg-accent" },
  policy: { word: "Policy", Icon: Shield, bar: "bg-line-strong" },
  approval: { word: "Wait for approval", Icon: UserCheck, bar: "bg-warn" },
};

type OutcomeLook = { word: string; Icon: LucideIcon; tone: string };

export const OUTCOME_LOOKS: Record<SpanOutcome, OutcomeLook> = {
  ok: { word: "OK", Icon: Check, tone: "text-faint" },
  running: { word: "Pending", Icon: CircleDashed, tone: "text-accent" },
  failed: { word: "Failed", Icon: X, tone: "text-danger" },
  denied: { word: "Denied", Icon: Ban, tone: "text-danger" },
  stopped: { word: "Stopped", Icon: Square, tone: "text-soft" },
  waiting: { word: "Waiting", Icon: Hourglass, tone: "text-warn" },
  unknown: { word: "No end", Icon: CircleHelp, tone: "text-warn" },
};

export const FINDING_WORDS: Record<SpanFinding, string> = {
  orphan: "Orphan",
  cycle: "Cycle",
  "duplicate-id": "Duplicate id",
  "clock-skew": "Clock skew",
  "malformed-envelope": "Malformed envelope",
  "foreign-write": "Foreign write",
  unplanned: "Unplanned",
  retried: "Retried",
  "never-ended": "Never ended",
  other: "Finding",
};

export const FindingIcon = CircleAlert;
