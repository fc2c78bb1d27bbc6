/** Remembered exchanges, the newest first where there are many. */
"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type {
  RememberedCall,
  RememberedEntry,
  RememberedExchange,
} from "@/lib/contracts/inspector/run/state-inspection.ts";
import * as text from "@/lib/messages/inspector-states.ts";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatBytes, formatCount, numberItems } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { countCalls } from "./memory-delta.tsx";

/** Exchanges shown at first, and added by each press. */
const STEP = 12;

type ExchangeListProps = {
  exchanges: readonly RememberedExchange[];
  /** The kind of the differences on this side. */
  difference: ExchangeMark;
  /** One below the heading above it. */
  heading?: "h4" | "h5";
  /** Opens the newest exchange where nothing differs. */
  opensNewest?: boolean;
};

export function ExchangeList(props: ExchangeListProps) {
  const { exchanges, difference, heading: Heading = "h5", opensNewest = false } = props;
  const [wanted, setWanted] = useState(STEP);
  const shown = numberItems(exchanges).slice(-wanted);
  const rest = exchanges.length - shown.length;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Heading className="text-xs text-faint">
        <Term name="exchange">{text.exchangeCount(amountOf(exchanges.length))}</Term>
      </Heading>
      {rest > 0 && (
        <p className="text-xs text-faint">
          {text.showingOfExchanges({
            shown: formatCount(shown.length),
            ...amountOf(exchanges.length),
          })}{" "}
          <button type="button" className={TEXT_LINK} onClick={() => setWanted(wanted + STEP)}>
            {text.showEarlier({ value: formatCount(Math.min(STEP, rest)) })}
          </button>
        </p>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {shown.map(({ ordinal, item }) => (
          <li key={ordinal}>
            <ExchangeView
              exchange={item}
              ordinal={ordinal}
              mark={item.inBefore === item.inAfter ? null : difference}
              isOpen={opensNewest && ordinal === exchanges.length}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How one side of a comparison differs from the other: a run's before and after, or two runs. */
const MARK_LOOKS = {
  added: { word: text.addedByThisRun(), tone: "accent", isOpen: true },
  pruned: { word: text.noLongerKept(), tone: "warn", isOpen: false },
  left: { word: text.onlyInTheLeftRun(), tone: "danger", isOpen: true },
  right: { word: text.onlyInTheRightRun(), tone: "good", isOpen: true },
} as const;
/** One exchange: the person's message, calls, results and the answer. */
type ExchangeMark = keyof typeof MARK_LOOKS;

type ExchangeViewProps = {
  exchange: RememberedExchange;
  ordinal: number;
  mark: ExchangeMark | null;
  /** Open at first, as every added one is. */
  isOpen?: boolean;
};

function ExchangeView({ exchange, ordinal, mark, isOpen = false }: ExchangeViewProps) {
  const look = mark && MARK_LOOKS[mark];
  const [open, setOpen] = useState(isOpen || look?.isOpen === true);
  const { entries, bytes } = exchange;
  return (
    <div className={cn("rounded-md border bg-canvas", look?.tone === "accent" && "border-accent")}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-1.5 rounded-md px-2 py-1.5 text-left text-xs hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            "mt-px size-3.5 shrink-0 text-faint transition-transform",
            open && "rotate-90",
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 text-faint tabular-nums">
            <span className="font-medium text-soft">{text.exchange({ ordinal })}</span>
            {text.toolCallCount(amountOf(countCalls(exchange)))} · {formatBytes(bytes)}
            {look && (
              <Chip tone={look.tone} className="ml-auto">
                {look.word}
              </Chip>
            )}
          </span>
          {!open && <Opening entry={entries[0]} />}
        </span>
      </button>
      {open && (
        <ol className="grid grid-cols-1 gap-1 px-3 pb-3">
          {numberItems(entries).map(({ ordinal: place, item }) => (
            <li key={place}>
              <EntryView entry={item} isLast={place === entries.length} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The first words, if the operator may read them. */
function Opening({ entry }: { entry: RememberedEntry | undefined }) {
  const said = entry?.content?.value;
  if (typeof said !== "string") return null;
  return (
    <span className="block truncate text-soft">
      <InertText text={said.slice(0, 200)} />
    </span>
  );
}

function EntryView({ entry, isLast }: { entry: RememberedEntry; isLast: boolean }) {
  const { role, content, task, calls, answersCallId } = entry;
  const isSaid = content !== null && (content.bytes > 0 || calls.length === 0);
  return (
    <>
      {isSaid && (
        <div className={cn(role === "tool" && "border-l-2 pl-3")}>
          <PayloadView title={titleOf(role, isLast)} payload={content} prose={role !== "tool"} />
          {answersCallId && <CallId id={answersCallId} words={text.answersCallId()} />}
        </div>
      )}
      {task && <PayloadView title={text.itsPartOfThePlan()} payload={task} prose />}
      {calls.map((call) => (
        <CallView key={call.id} call={call} />
      ))}
    </>
  );
}

function CallView({ call }: { call: RememberedCall }) {
  return (
    <div className="border-l-2 border-l-accent/60 pl-3">
      <PayloadView title={text.call({ tool: call.tool })} payload={call.arguments} />
      <CallId id={call.id} words={text.callId()} />
    </div>
  );
}

function CallId({ id, words }: { id: string; words: string }) {
  return (
    <p className="truncate pt-0.5 text-[0.6875rem] text-faint">
      {words}{" "}
      <code className="font-mono">
        <InertText text={id} />
      </code>
    </p>
  );
}

function titleOf(role: RememberedEntry["role"], isLast: boolean): string {
  if (role === "user") return text.person();
  if (role === "tool") return text.result();
  return isLast ? text.answer() : text.assistant();
}
