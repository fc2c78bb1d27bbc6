/** One stored version of hidden state. */
"use client";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  AgentMemory,
  RememberedEntry,
  RememberedExchange,
  StateLeaf,
  StateVersion,
} from "@/lib/contracts/inspector/run/state-inspection.ts";
import * as texts from "@/lib/messages/inspector-states.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatBytes } from "../values/format-figures.ts";
import { LeafValue, PayloadView } from "../values/payload-view.tsx";
import { Moment, meaningOf, Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { ExchangeList } from "./exchange-list.tsx";

export type StateForm = "readable" | "json";

type VersionViewProps = {
  side: "before" | "after";
  title: string;
  agent: AgentMemory;
  version: StateVersion | null;
  /** The text for a missing state. */
  none: string;
  /** The run on the page. */
  runId: string;
  form: StateForm;
};

export function VersionView(props: VersionViewProps) {
  const { title, version, none, runId } = props;
  if (!version) {
    return (
      <section className="min-w-0">
        <h4 className="text-xs font-medium text-soft">{title}</h4>
        <p className="mt-1 text-sm text-faint">{none}</p>
      </section>
    );
  }
  return (
    <article
      aria-label={texts.titleOfVersion({ title, version: version.version })}
      className="grid min-w-0 grid-cols-1 gap-2"
    >
      <header className="grid gap-1 text-xs">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h4 className="font-medium text-soft">{title}</h4>
          <span className="text-faint tabular-nums">
            {texts.versionNumber({ version: version.version })} ·{" "}
            <Term name="storedSize">
              {texts.storedDecoded({
                storedBytes: formatBytes(version.storedBytes),
                decodedBytes: formatBytes(version.decodedBytes),
              })}
            </Term>
          </span>
          {version.schema && <Chip explanation={meaningOf("versionedName")}>{version.schema}</Chip>}
          {version.quarantined && (
            <Chip tone="warn" explanation={meaningOf("quarantined")}>
              {texts.quarantinedVersion()}
            </Chip>
          )}
        </div>
        <p className="text-faint">
          <Moment at={version.createdAt} /> {texts.writtenBy()}{" "}
          <Author version={version} runId={runId} />
        </p>
      </header>
      {version.quarantined?.reason && (
        <Notice tone="warn">
          {texts.quarantinedBecause({ reason: version.quarantined.reason })}
        </Notice>
      )}
      {version.findings.map((finding) => (
        <Notice key={finding} tone="warn">
          {version.readable ? texts.finding({ finding }) : texts.cannotBeDecoded({ finding })}
        </Notice>
      ))}
      <Content {...props} version={version} />
    </article>
  );
}

function Content({ agent, version, side, form }: VersionViewProps & { version: StateVersion }) {
  if (version.stored) return <PayloadView title={texts.asItIsStored()} payload={version.stored} />;
  if (version.leaves) return <Leaves leaves={version.leaves} />;
  const own = (agent.exchanges ?? []).filter(({ inBefore, inAfter }) =>
    side === "before" ? inBefore : inAfter,
  );
  if (form === "json") {
    const value = rebuildHistory(own);
    return (
      <PayloadView title={texts.decodedState()} payload={{ value, bytes: version.decodedBytes }} />
    );
  }
  if (own.length === 0) return <p className="text-sm text-faint">{texts.noExchangeIsKept()}</p>;
  return (
    <ExchangeList
      exchanges={own}
      difference={side === "after" ? "added" : "pruned"}
      opensNewest={agent.after === null}
    />
  );
}

function Leaves({ leaves }: { leaves: readonly StateLeaf[] }) {
  return (
    <dl className="divide-y rounded-md border bg-canvas">
      {leaves.map(({ path, value }) => (
        <div key={path} className="px-3 py-1.5">
          <dt className="font-mono text-xs leading-5 wrap-anywhere text-code-name">
            <InertText text={path} />
          </dt>
          <dd className="min-w-0">
            <LeafValue payload={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Author({ version, runId }: { version: StateVersion; runId: string }) {
  if (version.runId === null) return texts.thePersonOrALostRun();
  if (version.runId === runId) return texts.thisRun();
  return (
    <Link href={`/admin/runs/${version.runId}?panel=states`} prefetch={false} className={TEXT_LINK}>
      {texts.anEarlierRun()}
    </Link>
  );
}

/** As lib/hidden-state packs it. */
function rebuildHistory(exchanges: readonly RememberedExchange[]) {
  return {
    is_gpa: true,
    gpa_messages: {
      tool_call_history: exchanges.flatMap(({ entries }) => entries.map(toMessage)),
      exchange_runs: exchanges.map(({ runId }) => runId ?? "unknown"),
    },
  };
}

function toMessage({ role, content, calls, answersCallId }: RememberedEntry) {
  return {
    role,
    content: content?.value ?? null,
    ...(answersCallId !== null && { tool_call_id: answersCallId }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, tool, arguments: given }) => ({
        id,
        type: "function",
        function: { name: tool, arguments: given.value },
      })),
    }),
  };
}
