"use client";
/** One stored version of hidden state: figures, findings, and what is in it. */
import Link from "next/link";
import { useMemo } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type { InspectedState } from "@/lib/contracts/inspector.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatBytes, formatFullMoment, formatMoment } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { ExchangeView } from "./exchange-view.tsx";
import { type Exchange, readExchanges } from "./read-exchanges.ts";
import type { StateForm } from "./states-panel.tsx";

type StateVersionProps = {
  title: "Before" | "After";
  state: InspectedState | null;
  /** The other side of the run: what is only here is new, or was dropped. */
  otherState: InspectedState | null;
  /** What to say where there is no state. */
  none: string;
  /** The run that is looked at. */
  runId: string;
  form: StateForm;
};

export function StateVersion(props: StateVersionProps) {
  const { title, state, otherState, none, runId, form } = props;
  const exchanges = useMemo(() => readExchanges(state?.value.value), [state]);
  const others = useMemo(() => readExchanges(otherState?.value.value), [otherState]);
  if (!state) {
    return (
      <section className="min-w-0">
        <h4 className="text-xs font-medium text-soft">{title}</h4>
        <p className="mt-2 text-sm text-faint">{none}</p>
      </section>
    );
  }
  return (
    <section
      aria-label={`${title}: version ${state.version}`}
      className="grid min-w-0 grid-cols-1 gap-2"
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <h4 className="font-medium text-soft">{title}</h4>
        <span className="text-faint tabular-nums">
          version {state.version} · {formatBytes(state.storedBytes)} stored ·{" "}
          {formatBytes(state.value.bytes)} decoded
        </span>
        {state.setAside && <Chip tone="warn">set aside</Chip>}
      </header>
      <p className="text-xs text-faint">
        <time dateTime={state.createdAt} title={formatFullMoment(state.createdAt)}>
          {formatMoment(state.createdAt)}
        </time>
        {" by "}
        <Author state={state} runId={runId} />
      </p>
      {state.setAside?.reason && <Notice tone="warn">Set aside: {state.setAside.reason}</Notice>}
      {state.findings.map((finding) => (
        <Notice key={finding} tone="warn">
          {state.readable ? `Mended: ${finding}` : `Cannot be decoded: ${finding}`}
        </Notice>
      ))}
      {form === "json" || exchanges === null ? (
        <PayloadView
          title={state.readable ? "Decoded state" : "As it is stored"}
          payload={state.value}
        />
      ) : (
        <ol className="grid grid-cols-1 gap-2">
          {numberItems(exchanges).map(({ ordinal, item: exchange }) => (
            <li key={ordinal}>
              <ExchangeView
                exchange={exchange}
                ordinal={ordinal}
                mark={markOf(exchange, title, others, runId)}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Author({ state, runId }: { state: InspectedState; runId: string }) {
  if (state.runId === null) return "a run that is gone";
  if (state.runId === runId) return "this run";
  return (
    <Link href={`/admin/runs/${state.runId}?panel=state`} prefetch={false} className={TEXT_LINK}>
      an earlier run
    </Link>
  );
}

export type ExchangeMark = "added" | "dropped" | null;

/** Runs name their exchanges, except those from before runs were recorded. */
function markOf(
  exchange: Exchange,
  title: "Before" | "After",
  others: Exchange[] | null,
  runId: string,
): ExchangeMark {
  if (title === "After") return exchange.runId === runId ? "added" : null;
  if (others === null || exchange.runId === "unknown") return null;
  return others.some((other) => other.runId === exchange.runId) ? null : "dropped";
}
