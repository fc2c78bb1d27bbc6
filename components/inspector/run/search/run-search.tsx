"use client";
/** The search field of a run. Arrow keys choose among the events found. */
import { Search } from "lucide-react";
import { useState } from "react";
import { Combobox } from "@/components/ui/overlay/combobox.tsx";
import type { RunSearchHit } from "@/lib/contracts/inspector/run/run-search.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { select } from "../selection/use-selection.ts";
import { openPanel, usePanel } from "../use-panel.ts";
import { Hit, SearchScope, SearchSummary } from "./search-hits.tsx";
import { useRunSearch, WORDS_MIN } from "./use-run-search.ts";

const NO_HITS: readonly RunSearchHit[] = [];

export function RunSearch({ trace: { run, eventCount } }: { trace: RunTrace }) {
  const [written, setWritten] = useState("");
  const panel = usePanel();
  const { data, error, isFetching } = useRunSearch(run.id, written, eventCount);
  const isAsked = written.trim().length >= WORDS_MIN;
  const pick = (hit: RunSearchHit) => {
    select({ hopRef: hit.hopRef, seq: hit.seq });
    if (panel !== "timeline") openPanel("events");
  };
  return (
    <div className="relative w-full md:w-72">
      <Search
        aria-hidden="true"
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <Combobox
        text={written}
        onTextChange={setWritten}
        items={(isAsked && data?.hits) || NO_HITS}
        keyOf={(hit) => hit.seq}
        renderItem={(hit) => <Hit hit={hit} />}
        onPick={pick}
        listLabel={text.eventsFound()}
        hasPopup={isAsked}
        isFirstMarked
        isBehind={data?.words !== written.trim()}
        head={<SearchSummary search={data} isReading={isFetching} error={error} />}
        foot={<SearchScope search={data} />}
        field={{
          type: "search",
          "data-run-search": "",
          "aria-label": text.searchInThisRun(),
          "aria-keyshortcuts": "/",
          placeholder: text.searchInThisRun(),
          maxLength: 200,
          className:
            "h-8 w-full rounded-md border border-field bg-canvas pr-2 pl-8 text-sm placeholder:text-faint",
        }}
        popupClassName="right-0 left-0 md:left-auto md:w-[28rem]"
        optionClassName="px-3 py-1.5"
      />
    </div>
  );
}
