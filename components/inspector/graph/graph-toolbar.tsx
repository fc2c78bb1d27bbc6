"use client";
/** The toolbar of the graph: picture or table, number of hops, export. */
import { Download, Network, Rows3 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import * as text from "@/lib/messages/inspector-graph.ts";
import { SearchLink } from "../search-link.tsx";
import { formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";

const ICON = { className: "size-3.5", strokeWidth: 1.75, "aria-hidden": true } as const;

type GraphToolbarProps = {
  isTable: boolean;
  /** Number of hops drawn as single nodes, and of all hops. */
  shown: number;
  all: number;
  /** What happened to the other hops, in words. */
  rest: string;
  /** Null where the view is in its initial state. */
  onReset: (() => void) | null;
  onExport: (kind: "svg" | "png") => Promise<void>;
};

export function GraphToolbar(props: GraphToolbarProps) {
  const { isTable, shown, all, rest, onReset } = props;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
      <nav aria-label={text.showAs()} className="flex rounded-md border p-px">
        <SearchLink to={{ as: null }} current={!isTable} className={toggle(!isTable)}>
          <Network {...ICON} /> {text.graph()}
        </SearchLink>
        <SearchLink to={{ as: "table" }} current={isTable} className={toggle(isTable)}>
          <Rows3 {...ICON} /> {text.table()}
        </SearchLink>
      </nav>
      <p role="status" className="text-xs text-faint tabular-nums">
        <Term name="hop">
          {text.showingOfHops({ shown: formatCount(shown), all: formatCount(all) })}
        </Term>
        {rest && <span className="max-md:hidden"> · {rest}</span>}
      </p>
      <div className="ml-auto flex items-center gap-1">
        {onReset && (
          <Button size="sm" onClick={onReset}>
            {text.showAll()}
          </Button>
        )}
        {!isTable && <ExportButtons onExport={props.onExport} />}
      </div>
    </div>
  );
}

function toggle(isCurrent: boolean): string {
  return cn(
    "inline-flex h-6 items-center gap-1.5 rounded-[0.4rem] px-2 text-xs",
    isCurrent ? "bg-pressed font-medium text-ink" : "text-soft hover:text-ink",
  );
}

function ExportButtons({ onExport }: Pick<GraphToolbarProps, "onExport">) {
  const [failed, setFailed] = useState(false);
  const save = (kind: "svg" | "png") =>
    onExport(kind).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  return (
    <>
      <span role="status" className="text-xs text-danger">
        {failed && text.thePictureCouldNotBeMade()}
      </span>
      {(["svg", "png"] as const).map((kind) => (
        <Button
          key={kind}
          size="sm"
          aria-label={text.saveAs({ kind: kind.toUpperCase() })}
          onClick={() => save(kind)}
        >
          <Download {...ICON} /> {kind.toUpperCase()}
        </Button>
      ))}
    </>
  );
}
