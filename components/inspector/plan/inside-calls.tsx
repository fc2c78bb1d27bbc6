"use client";
/** Tool calls below an agent's step that the plan does not detail: told, opened when wanted, and no deviation. */
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { Attempts } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { formatNoun } from "../values/format-figures.ts";
import { AttemptView } from "./attempt-view.tsx";

export function InsideCalls({ inside }: { inside: Attempts }) {
  const [open, setOpen] = useState(false);
  if (inside.count === 0) return null;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm px-1 text-left text-xs text-soft hover:bg-hover"
      >
        <ChevronRight
          className={cn("size-3.5 shrink-0 transition-transform", open && "rotate-90")}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {formatNoun(inside.count, "call")} inside, not planned in detail
      </button>
      {open && (
        <ul className="mt-1.5 grid gap-2 border-l pl-3">
          {inside.shown.map((attempt) => (
            <li key={attempt.seq}>
              <AttemptView attempt={attempt} expected={null} number={null} />
            </li>
          ))}
        </ul>
      )}
      {open && inside.count > inside.shown.length && (
        <p className="mt-1 text-xs text-faint">
          Showing {inside.shown.length} of {inside.count} calls.
        </p>
      )}
    </div>
  );
}
