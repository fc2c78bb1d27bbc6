"use client";
/** Any JSON as a tree that opens where it is asked to. Only what is open is on the page. */
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { TEXT_LINK } from "../text-link.ts";
import { FoldedText } from "./folded-text.tsx";
import { formatCount } from "./format-figures.ts";
import { InertText } from "./inert-text.tsx";
import { isBranch, listEntries, summariseBranch } from "./json-branch.ts";

/** What is deeper, or longer, opens when it is asked to. */
const OPEN_DEPTH = 2;
const OPEN_ENTRIES = 24;
const PAGE_ENTRIES = 100;

type NodeProps = { name: string | null; value: unknown; depth: number };

export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className="min-w-0 font-mono text-xs leading-5">
      {isBranch(value) ? (
        <Entries value={value} depth={0} />
      ) : (
        <Leaf name={null} value={value} depth={0} />
      )}
    </div>
  );
}

function Entries({ value, depth }: { value: object; depth: number }) {
  const [shown, setShown] = useState(PAGE_ENTRIES);
  const entries = listEntries(value);
  if (entries.length === 0) return <span className="text-faint">{summariseBranch(value)}</span>;
  return (
    <ul className={cn(depth > 0 && "ml-[0.4375rem] border-l pl-3")}>
      {entries.slice(0, shown).map(([name, entry]) => (
        <li key={name}>
          {isBranch(entry) ? (
            <Branch name={name} value={entry} depth={depth + 1} />
          ) : (
            <Leaf name={name} value={entry} depth={depth + 1} />
          )}
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown + PAGE_ENTRIES * 10)}
            className={TEXT_LINK}
          >
            Showing {formatCount(shown)} of {formatCount(entries.length)}: show more
          </button>
        </li>
      )}
    </ul>
  );
}

function Branch({ name, value, depth }: NodeProps & { value: object }) {
  const [open, setOpen] = useState(
    () => depth <= OPEN_DEPTH && listEntries(value).length <= OPEN_ENTRIES,
  );
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex max-w-full items-center gap-1 rounded-sm text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-3.5 shrink-0 text-faint transition-transform", open && "rotate-90")}
        />
        <Name name={name} />
        <span className="truncate text-faint">{summariseBranch(value)}</span>
      </button>
      {open && <Entries value={value} depth={depth} />}
    </>
  );
}

function Leaf({ name, value }: NodeProps) {
  const isText = typeof value === "string";
  const isBlock = isText && (value.includes("\n") || value.length > 160);
  return (
    <div className={cn("min-w-0", name !== null && "pl-[1.125rem]", !isBlock && "flex gap-1.5")}>
      <Name name={name} />
      {isText ? (
        <FoldedText
          text={value}
          mono
          className={cn(
            "text-code-text",
            isBlock && name !== null && "my-1 rounded-sm bg-sunken px-2 py-1.5",
          )}
        />
      ) : (
        <span className="text-code-value">{String(value)}</span>
      )}
    </div>
  );
}

function Name({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span className="shrink-0 text-code-name">
      <InertText text={name} />
      <span className="text-faint">:</span>
    </span>
  );
}
