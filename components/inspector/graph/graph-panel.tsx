/** The graph of hops, linked by `parentRef`, as a picture or a table. */
"use client";
import { Download, Network, Rows3 } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-graph.ts";
import { Empty, LoadingLines, PanelContent } from "../frame.tsx";
import { select, useSelection } from "../run/selection/use-selection.ts";
import { useRunTrace } from "../run/use-run-trace.ts";
import { SearchLink, useSearch } from "../search-link.tsx";
import { TrustLegend } from "../trust/trust-mark.tsx";
import { formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { saveFile, toPng, toSvgText } from "./canvas/export-graph.ts";
import { GraphCanvas } from "./canvas/graph-canvas.tsx";
import { useGraphView } from "./canvas/use-graph-view.ts";
import { GraphTable } from "./graph-table.tsx";
import { describePassed } from "./hops/describe-node.ts";
import { type Hop, readHops } from "./hops/read-hops.ts";
import { findSelectedHop, useHopInputs, useHopMoves } from "./hops/use-hops.ts";
import type { GraphLayout } from "./layout/lay-out-graph.ts";
import { startLayoutWorker, useGraphLayout } from "./layout/layout-worker.ts";
import { SelectedHop } from "./selected-hop.tsx";

/** Starts the layout worker while the panel's code loads: the picture needs both. */
export function prepareGraphPanel() {
  startLayoutWorker();
  return GraphPanel;
}

function GraphPanel({ runId }: { runId: string }) {
  return (
    <PanelContent query={useRunTrace(runId)} loading={<Drawing what={text.loadingTheHops()} />}>
      {(trace) => <GraphOf key={runId} runId={runId} trace={trace} />}
    </PanelContent>
  );
}

function Drawing({ what }: { what: string }) {
  return (
    <LoadingLines
      words={what}
      className="flex-1 content-start gap-4 p-6"
      lines={["w-1/4", "ml-[30%] w-1/4", "ml-[60%] w-1/4"]}
    />
  );
}

const NO_NODES: GraphLayout["nodes"] = [];

function GraphOf({ runId, trace }: { runId: string; trace: RunTrace }) {
  const hops = useMemo(() => readHops(trace.spans), [trace.spans]);
  const trusts = useMemo(() => new Set(hops.map(({ trust }) => trust)), [hops]);
  const isTable = useSearch().get("as") === "table";
  const selected = findSelectedHop(hops, useSelection());
  const { view, actions } = useGraphView(selected < 0 ? null : selected);
  const layout = useGraphLayout(hops, view);
  const frame = useRef<SVGSVGElement>(null);
  const nodes = layout?.nodes ?? NO_NODES;
  const passed = useHopInputs(
    runId,
    useMemo(() => seqsOf(nodes, hops), [nodes, hops]),
  );
  const onSelect = useCallback((hop: Hop) => select({ hopRef: hop.ref, seq: hop.seq }), []);
  useHopMoves(hops, selected, onSelect);
  if (hops.length === 0) {
    const isRunning = trace.run.status === "running";
    return (
      <Empty of="panel">{isRunning ? text.noHopHasStartedYet() : text.noHopWasRecorded()}</Empty>
    );
  }
  const onExport = async (kind: "svg" | "png") => {
    if (!frame.current || !layout) return;
    const svg = toSvgText(frame.current, layout, text.hopsOfRun({ runId }));
    const blob = kind === "png" ? await toPng(svg) : new Blob([svg], { type: "image/svg+xml" });
    saveFile(blob, `hops-${runId.slice(0, 8)}.${kind}`);
  };
  const hop = hops[selected];
  const isAsked = view.focus !== null || view.opened.length > 0 || view.folded.length > 0;
  return (
    <div className="flex h-[80dvh] flex-col lg:h-full">
      <GraphToolbar
        isTable={isTable}
        shown={isTable ? hops.length : (layout?.counts.alone ?? 0)}
        all={trace.hopCount}
        rest={isTable ? "" : describeRest(layout)}
        onReset={isAsked && !isTable ? actions.reset : null}
        onExport={onExport}
      />
      <TrustLegend trusts={trusts} />
      {isTable ? (
        <GraphTable runId={runId} hops={hops} selected={selected} onSelect={onSelect} />
      ) : layout ? (
        <GraphCanvas
          hops={hops}
          layout={layout}
          passed={passed}
          selected={selected}
          folded={view.folded}
          actions={actions}
          frame={frame}
          onSelect={onSelect}
        />
      ) : (
        <Drawing what={text.drawingTheGraph()} />
      )}
      {hop && (
        <SelectedHop
          hop={hop}
          passed={describePassed(passed.get(hop.seq))}
          onShowFrom={() => actions.focusOn(selected)}
        />
      )}
    </div>
  );
}

function seqsOf(nodes: GraphLayout["nodes"], hops: readonly Hop[]): number[] {
  const alone = nodes.filter((node) => node.hops.length === 1);
  return alone.map((node) => hops[node.hops[0] ?? -1]?.seq ?? 0).filter((seq) => seq > 0);
}

function describeRest(layout: GraphLayout | null): string {
  if (!layout) return "";
  const { grouped, below, outside } = layout.counts;
  const parts: string[] = [];
  if (grouped > 0) parts.push(text.hopsInGroups({ hops: formatCount(grouped) }));
  if (below > 0) parts.push(text.hopsFoldedBelow({ hops: formatCount(below) }));
  if (outside > 0) parts.push(text.hopsNotDrawn({ hops: formatCount(outside) }));
  return parts.join(", ");
}

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

/** The toolbar of the graph: picture or table, number of hops, export. */
function GraphToolbar(props: GraphToolbarProps) {
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
