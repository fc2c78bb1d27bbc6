"use client";
/** One exchange as its agent remembers it: words, calls, results. */
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import { formatBytes, formatNoun } from "../values/format-figures.ts";
import { InertText } from "../values/inert-text.tsx";
import { numberItems } from "../values/number-items.ts";
import { PayloadView } from "../values/payload-view.tsx";
import type { Entry, Exchange } from "./read-exchanges.ts";
import type { ExchangeMark } from "./state-version.tsx";

type ExchangeViewProps = { exchange: Exchange; ordinal: number; mark: ExchangeMark };

export function ExchangeView({ exchange, ordinal, mark }: ExchangeViewProps) {
  const [open, setOpen] = useState(mark !== null);
  const { entries, bytes } = exchange;
  const calls = entries.flatMap((entry) => entry.tool_calls ?? []).length;
  const question = entries[0]?.content ?? "";
  return (
    <div className={cn("rounded-md border bg-canvas", mark === "added" && "border-accent")}>
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
            <span className="font-medium text-soft">Exchange {ordinal}</span>
            {formatNoun(calls, "tool call")} · {formatBytes(bytes)}
            {mark && (
              <Chip tone={mark === "added" ? "accent" : "warn"} className="ml-auto">
                {mark === "added" ? "added by this run" : "no longer kept"}
              </Chip>
            )}
          </span>
          {!open && (
            <span className="block truncate text-soft">
              <InertText text={question.slice(0, 200)} />
            </span>
          )}
        </span>
      </button>
      {open && (
        <ol className="grid grid-cols-1 gap-1 px-3 pb-3">
          {numberItems(entries).map(({ ordinal: place, item }) => (
            <li key={place}>
              <EntryView entry={item} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const TITLES: Record<Entry["role"], string> = {
  user: "Person",
  assistant: "Assistant",
  tool: "Result",
};

function EntryView({ entry }: { entry: Entry }) {
  return (
    <>
      {entry.content !== null && (entry.content !== "" || !entry.tool_calls) && (
        <PayloadView
          title={TITLES[entry.role]}
          payload={toPayload(entry.content)}
          prose={entry.role !== "tool"}
        />
      )}
      {entry.tool_calls?.map((call) => (
        <PayloadView
          key={call.id}
          title={`Call ${call.function.name}`}
          payload={toPayload(call.function.arguments)}
        />
      ))}
    </>
  );
}

function toPayload(text: string) {
  return { value: text, bytes: new TextEncoder().encode(text).length };
}
