"use client";
/** Chooses the types of events that are shown. */
import { ListFilter } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import * as text from "@/lib/messages/inspector-events.ts";
import { formatCount } from "../values/format-figures.ts";

type EventFilterProps = {
  /** Number of events of each type. */
  counts: Record<string, number>;
  /** The chosen types; null: all. */
  types: readonly string[] | null;
  onChange: (types: readonly string[] | null) => void;
};

export function EventFilter({ counts, types, onChange }: EventFilterProps) {
  const all = Object.keys(counts).sort();
  const shown = new Set(types ?? all);
  const toggle = (type: string) => {
    const next = all.filter((name) => (name === type ? !shown.has(name) : shown.has(name)));
    onChange(next.length === all.length ? null : next);
  };
  return (
    <Popover
      label={text.typesOfEvents()}
      className="w-64 p-2"
      trigger={
        <Button size="sm">
          <ListFilter className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {text.types()}
        </Button>
      }
    >
      <fieldset>
        <legend className="sr-only">{text.typesOfEvents()}</legend>
        <div className="flex gap-1 pb-1">
          <Button size="sm" onClick={() => onChange(null)}>
            {text.all()}
          </Button>
          <Button size="sm" onClick={() => onChange([])}>
            {text.selectNone()}
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
    </Popover>
  );
}
