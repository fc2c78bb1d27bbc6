/** Icons and words for kinds, outcomes and findings of spans. */

import {
  Ban,
  Bot,
  Check,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Compass,
  DoorOpen,
  FastForward,
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
} from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-timeline.ts";

export const KIND_LOOKS: Record<SpanKind, { word: string; Icon: LucideIcon; bar: string }> = {
  coordinator: { word: text.coordinator(), Icon: Compass, bar: "bg-silver" },
  agent: { word: text.agent(), Icon: Bot, bar: "bg-silver" },
  gateway: { word: text.gateway(), Icon: DoorOpen, bar: "bg-line-strong" },
  service: { word: text.service(), Icon: Server, bar: "bg-silver" },
  tool: { word: text.tool(), Icon: Wrench, bar: "bg-code-key" },
  "model-call": { word: text.modelCall(), Icon: Sparkles, bar: "bg-accent" },
  policy: { word: text.policy(), Icon: Shield, bar: "bg-line-strong" },
  approval: { word: text.waitForApproval(), Icon: UserCheck, bar: "bg-warn" },
};

type OutcomeLook = { word: string; Icon: LucideIcon; tone: string };

export const OUTCOME_LOOKS: Record<SpanOutcome, OutcomeLook> = {
  ok: { word: text.ok(), Icon: Check, tone: "text-faint" },
  running: { word: text.pending(), Icon: CircleDashed, tone: "text-accent" },
  failed: { word: text.failed(), Icon: X, tone: "text-danger" },
  denied: { word: text.denied(), Icon: Ban, tone: "text-danger" },
  stopped: { word: text.stopped(), Icon: Square, tone: "text-soft" },
  used: { word: text.speculativeUsed(), Icon: FastForward, tone: "text-faint" },
  discarded: { word: text.speculativeDiscarded(), Icon: CircleSlash, tone: "text-faint" },
  waiting: { word: text.waiting(), Icon: Hourglass, tone: "text-warn" },
  left: { word: text.leftForApproval(), Icon: UserCheck, tone: "text-warn" },
  unknown: { word: text.noEnd(), Icon: CircleHelp, tone: "text-warn" },
};

export const FINDING_WORDS: Record<SpanFinding, string> = {
  orphan: text.orphan(),
  cycle: text.cycle(),
  "duplicate-id": text.duplicateId(),
  "clock-skew": text.clockSkew(),
  "malformed-envelope": text.malformedEnvelope(),
  "foreign-write": text.foreignWrite(),
  unplanned: text.unplanned(),
  retried: text.retried(),
  "never-ended": text.neverEnded(),
  "invented-citation": text.inventedCitation(),
  "hidden-words": text.hiddenWords(),
  other: text.otherFinding(),
};

export const FindingIcon = CircleAlert;
