/** A state as rows: path, value, and the delta that set it. */
"use client";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type { BlamedLeaf } from "@/lib/contracts/inspector/run/context-inspection.ts";
import * as texts from "@/lib/messages/inspector-context.ts";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { LeafValue } from "../values/payload-view.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { touches } from "./list-deltas.ts";

type RowMark = "was" | "changed" | null;

const MARK_WORDS: Record<NonNullable<RowMark>, () => string> = {
  was: texts.markWas,
  changed: texts.markChanged,
};

type StateRowsProps = {
  title: string;
  leaves: readonly BlamedLeaf[];
  bytes?: number;
  marks: (leaf: BlamedLeaf) => RowMark;
  /** The path whose authors are shown. */
  path: string | null;
  onPickPath: (path: string) => void;
  onMove: (ordinal: number) => void;
};

export function StateRows({
  title,
  leaves,
  bytes,
  marks,
  path,
  onPickPath,
  onMove,
}: StateRowsProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="flex gap-2 pb-1 text-xs font-medium text-soft">
        {title}
        {bytes !== undefined && (
          <span className="font-normal text-faint tabular-nums">{formatBytes(bytes)}</span>
        )}
      </h3>
      <ul className="divide-y overflow-hidden rounded-md border bg-canvas">
        {leaves.map((leaf) => (
          <StateRow
            key={leaf.path}
            leaf={leaf}
            mark={marks(leaf)}
            isPicked={path !== null && touches(path, leaf.path)}
            onPickPath={onPickPath}
            onMove={onMove}
          />
        ))}
      </ul>
    </section>
  );
}

type StateRowProps = Pick<StateRowsProps, "onPickPath" | "onMove"> & {
  leaf: BlamedLeaf;
  mark: RowMark;
  isPicked: boolean;
};

function StateRow({ leaf, mark, isPicked, onPickPath, onMove }: StateRowProps) {
  return (
    <li
      className={cn(
        "flex items-start gap-2 border-l-2 border-l-transparent px-2.5 py-1.5 text-xs",
        mark === "changed" && "border-l-accent bg-accent-wash",
        mark === "was" && "border-l-warn bg-warn-wash",
        isPicked && "outline-2 -outline-offset-2 outline-accent/60",
      )}
    >
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-pressed={isPicked}
          onClick={() => onPickPath(leaf.path)}
          className="block max-w-full rounded-sm text-left font-mono leading-5 wrap-anywhere text-code-name hover:underline"
        >
          <InertText text={leaf.path} />
        </button>
        <LeafValue payload={leaf.value} />
      </div>
      {mark && <span className="shrink-0 leading-5 text-soft">{MARK_WORDS[mark]()}</span>}
      {leaf.by > 0 ? (
        <button
          data-tooltip={texts.setByDelta({ by: leaf.by })}
          type="button"
          onClick={() => onMove(leaf.by)}
          aria-label={texts.setByDeltaGoThere({ by: leaf.by })}
          className="shrink-0 rounded-sm px-1 leading-5 text-faint tabular-nums hover:bg-hover hover:text-ink"
        >
          #{formatCount(leaf.by)}
        </button>
      ) : (
        <Explained
          text={texts.thereFromTheBeginning()}
          className="shrink-0 px-1 leading-5 text-faint"
        >
          –
        </Explained>
      )}
    </li>
  );
}
