/** One event of the log. An open row shows all its fields. */
"use client";
import {
  Brain,
  ChevronRight,
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
import { memo } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type {
  InspectedBody,
  InspectedBodyOf,
  InspectedEvent,
  Payload,
} from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-events.ts";
import { PlaceMark } from "../review/judging/place-mark.tsx";
import { OutcomeChip } from "../run-marks.tsx";
import { formatDuration, formatOffset } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { textOfValue } from "../values/text-of-value.ts";
import { isBranch } from "../values/tree/tree-rows.ts";
import { describeEvent } from "./describe-event.ts";
import { EventDetails } from "./event-fields.tsx";

type EventRowProps = {
  runId: string;
  event: InspectedEvent;
  /** When the run began, ISO 8601. */
  originAt: string;
  /** Its depth in the tree of hops. */
  depth: number;
  isOpen: boolean;
  isPicked: boolean;
  isNew: boolean;
  onToggle: (event: InspectedEvent) => void;
};

/** Rendered again only when its props change; a logged event never does. */
export const EventRow = memo(EventRowContent);

function EventRowContent(props: EventRowProps) {
  const { runId, event, originAt, depth, isOpen, isPicked, isNew, onToggle } = props;
  const { seq, at, visibility } = event;
  return (
    <div
      className={cn(
        "border-b",
        isPicked && "shadow-[inset_2px_0_0_var(--color-accent)]",
        isNew && "settle",
      )}
    >
      <button
        type="button"
        data-row
        tabIndex={-1}
        aria-expanded={isOpen}
        onClick={() => onToggle(event)}
        className={cn(
          "flex w-full items-start gap-2 px-4 py-2 text-left focus-visible:-outline-offset-2",
          isPicked ? "bg-accent-wash" : "hover:bg-hover",
        )}
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            "mt-0.5 size-3.5 shrink-0 text-faint transition-transform",
            isOpen && "rotate-90",
          )}
        />
        <span className="min-w-6 shrink-0 text-right font-mono text-xs leading-5 text-faint">
          {seq}
        </span>
        <span className="min-w-12 shrink-0 text-right font-mono text-xs leading-5 text-faint">
          {formatOffset(Math.max(0, Date.parse(at) - Date.parse(originAt)))}
        </span>
        <Rails depth={depth} />
        <RowWords event={event} isOpen={isOpen} />
        <PlaceMark place={{ at: "event", seq }} />
        {visibility === "public" && (
          <Chip className="max-md:px-1">
            <Eye className="size-3" strokeWidth={2} aria-hidden="true" />
            <span className="max-md:sr-only">{texts.sentToThePersonChip()}</span>
          </Chip>
        )}
      </button>
      {isOpen && (
        <div className="px-4 pt-1 pb-4 md:pl-[8.25rem]">
          <EventDetails runId={runId} event={event} />
        </div>
      )}
    </div>
  );
}

function RowWords({ event, isOpen }: { event: InspectedEvent; isOpen: boolean }) {
  const { body } = event;
  const words = describeEvent(event);
  const text = previewEvent(body);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <EventIcon type={body.type} />
        <span className="font-medium">{words.title}</span>
        <span className="min-w-0 text-soft wrap-anywhere">
          <InertText text={words.detail ?? ""} />
        </span>
        {words.finding && (
          <Chip tone="warn" wraps>
            {words.finding}
          </Chip>
        )}
        {words.outcome && words.outcome !== "ok" && <OutcomeChip outcome={words.outcome} />}
        {words.durationMs !== undefined && (
          <span className="ml-auto text-xs text-faint tabular-nums">
            {formatDuration(words.durationMs)}
          </span>
        )}
      </span>
      {text && !isOpen && (
        <span className="mt-0.5 block truncate font-mono text-xs text-faint">
          <InertText text={text.slice(0, 240)} />
        </span>
      )}
    </span>
  );
}

function Rails({ depth }: { depth: number }) {
  return (
    <span aria-hidden="true" className="flex self-stretch max-md:hidden">
      {RAILS.slice(0, depth).map((rail) => (
        <span key={rail} className="-my-2 w-3 border-l border-line-strong" />
      ))}
    </span>
  );
}

/** Deeper hops are not indented further, for lack of room. */
const RAILS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The icon of an event's family. */
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

function EventIcon({ type }: { type: InspectedBody["type"] }) {
  const Icon = FAMILIES[type.split(".")[0] ?? ""] ?? CircleAlert;
  return <Icon className="size-3.5 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />;
}

const PREVIEW_CHARS = 240;

/** The first words of an event's content, in one line. */
function previewEvent(body: InspectedBody): string | null {
  switch (body.type) {
    case "tool.called":
      return preview(body.arguments);
    case "tool.returned":
      return preview(body.result);
    case "answer.delta":
    case "answer.restarted":
    case "model.answered":
      return preview(body.text);
    case "run.noted":
      return preview(body.detail);
    case "route.chosen":
    case "plan.refused":
    case "context.refused":
      return preview(body.reason);
    case "plan.made":
      return preview(body.plan.reason);
    case "policy.decided":
      return preview(body.decision.reason);
    case "approval.requested":
      return preview(body.question);
    case "approval.decided":
      return previewChanges(body);
    default:
      return null;
  }
}

/** `name "Robin" → "Robyn"`, of each value that the person changed. */
function previewChanges({ changes = [] }: InspectedBodyOf<"approval.decided">): string | null {
  const words = changes.flatMap(({ path, before, after }) => {
    if (path.withheld || before.withheld || after.withheld) return [];
    return [
      texts.changedValue({
        name: `${path.value}`,
        before: `${before.value}`,
        after: `${after.value}`,
      }),
    ];
  });
  return words.length > 0 ? words.join(", ").slice(0, PREVIEW_CHARS) : null;
}

function preview({ value, bytes, withheld }: Payload): string | null {
  if (bytes === 0 || withheld) return null;
  return toLine(value).replace(/\s+/g, " ").trim().slice(0, PREVIEW_CHARS);
}

/** Joins an object's fields, so that text in it stays unescaped. */
function toLine(value: unknown): string {
  if (typeof value === "string") return value.slice(0, PREVIEW_CHARS * 2);
  if (!isBranch(value) || Array.isArray(value)) return textOfValue(value);
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${textOfValue(field)}`)
    .join(", ");
}
