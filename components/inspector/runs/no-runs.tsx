"use client";
/** An empty list, and why it is empty. */
import { Button } from "@/components/ui/button.tsx";
import { setSearch } from "../use-search.ts";

export function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const clear = () => setSearch({ status: null, person: null, before: null, after: null });
  return (
    <div className="grid justify-items-center gap-3 border-y py-16 text-center text-soft">
      <p>
        {isFiltered
          ? "No run fits these filters."
          : "No runs yet. As soon as somebody asks something, it is here."}
      </p>
      {isFiltered && (
        <Button look="outline" size="sm" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
