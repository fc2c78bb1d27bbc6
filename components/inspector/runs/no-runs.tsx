"use client";
/** An empty list, and why it is empty. */
import { Button } from "@/components/ui/button.tsx";
import { clearFilters } from "./use-runs.ts";

export function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="grid justify-items-center gap-3 border-y py-16 text-center text-soft">
      <p>
        {isFiltered
          ? "No run fits these filters."
          : "No runs yet. As soon as somebody asks something, it is here."}
      </p>
      {isFiltered && (
        <Button look="outline" size="sm" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
