/** Says that words were looked for in some runs only, and lets an admin look in all of them for a reason. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import { RunPage, type RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import * as text from "@/lib/messages/inspector-opening.ts";
import { postInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { narrow, toSearch } from "../list-query.ts";
import { ReasonForm } from "../payload-opening.tsx";

type NarrowedNoteProps = { narrowed: RunPage["narrowed"]; query: RunQuery };

export function NarrowedNote({ narrowed, query }: NarrowedNoteProps) {
  if (narrowed === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-faint">
      <p className="max-w-prose">{NOTES[narrowed]()}</p>
      {(narrowed === "reason" || narrowed === "refused") && <SearchEverything query={query} />}
    </div>
  );
}

const NOTES = {
  reason: text.narrowedToOpened,
  review: text.narrowedToReviewed,
  asked: text.searchWaits,
  refused: text.searchRefused,
};

function SearchEverything({ query }: { query: RunQuery }) {
  const { mutate, isPending, error } = useSearchEverything(query);
  return (
    <Popover
      label={text.searchEverything()}
      trigger={
        <Button size="sm" look="outline">
          <Search aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
          {text.searchEverything()}
        </Button>
      }
      className="w-96"
    >
      <h2 className="font-medium">{text.searchEverything()}</h2>
      <p className="mt-1 mb-2 text-xs text-soft">{text.whySearch()}</p>
      <ReasonForm
        question={text.searchReason()}
        action={text.search()}
        isBusy={isPending}
        error={error}
        onReason={mutate}
      />
    </Popover>
  );
}

/** Shows the first page of hits. The list goes on with the search under the same address. */
function useSearchEverything({ q, before, after, ...filters }: RunQuery) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      postInspected(RunPage, "/api/admin/runs/searches", { q, filters, reason }),
    onSuccess: (page) => {
      client.setQueryData(inspectorKeys.runs(toSearch({ q, ...filters })), page);
      if (before || after) narrow({});
    },
  });
}
