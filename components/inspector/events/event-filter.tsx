"use client";
/** Which types of events are shown, with how many there are of each. */
import { ListFilter } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { formatCount } from "../values/format-figures.ts";

type EventFilterProps = {
  /** How many there are of each type. */
  counts: Record<string, number>;
  /** Null: all. */
  types: readonly string[] | null;
  onChange: (types: readonly string[] | null) => void;
};

export function EventFilter({ counts, types, onChange }: EventFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useCloseOutside(box, isOpen, () => setOpen(false));
  const all = Object.keys(counts).sort();
  const shown = new Set(types ?? all);
  const toggle = (type: string) => {
    const next = all.filter((name) => (name === type ? !shown.has(name) : shown.has(name)));
    onChange(next.length === all.length ? null : next);
  };
  return (
    <div ref={box} className="relative">
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ListFilter className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        Types
      </Button>
      {isOpen && (
        <fieldset className="absolute left-0 z-30 mt-1 max-h-[60dvh] w-64 overflow-y-auto rounded-md border bg-raised p-2 shadow-floating">
          <legend className="sr-only">Types of events</legend>
          <div className="flex gap-1 pb-1">
            <Button size="sm" onClick={() => onChange(null)}>
              All
            </Button>
            <Button size="sm" onClick={() => onChange([])}>
              None
            </Button>
          </div>
          {all.map((type) => (
            <label
              key={type}
              className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover"
            >
              <input
                type="checkbox"
                className="accent-accent"
                checked={shown.has(type)}
                onChange={() => toggle(type)}
              />
              <span className="min-w-0 truncate font-mono text-xs">{type}</span>
              <span className="ml-auto text-xs text-faint tabular-nums">
                {formatCount(counts[type] ?? 0)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Closes what is open by Escape, and by a press anywhere else. */
function useCloseOutside(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      close();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey, { capture: true });
    };
  }, [box, isOpen, close]);
}
