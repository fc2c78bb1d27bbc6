/** Chooses the runs to compare, by id or from the same conversation. */
"use client";
import Link from "next/link";
import { type FormEvent, useId, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/overlay/combobox.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { foldText } from "@/lib/contracts/public/search/fold-text.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { Empty, FailureNotice, LoadingLines, Part } from "../frame.tsx";
import { RunName, StatusChip } from "../run-marks.tsx";
import { SearchLink, setSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import {
  formatCount,
  formatDuration,
  formatFullMoment,
  formatMoment,
} from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { type Sides, useCandidates } from "./use-comparison.ts";

const NO_RUNS: readonly InspectedRun[] = [];

export function RunPicker({ a, b }: Sides) {
  const [left, setLeft] = useState(a ?? "");
  const [right, setRight] = useState(b ?? "");
  const [tried, setTried] = useState(false);
  const chosen = a ?? b;
  const { data } = useCandidates(chosen);
  const offerBeside = (side: string) =>
    data ? [data.run, ...data.others].filter(({ id }) => id !== readRunId(side)) : NO_RUNS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [one, other] = [readRunId(left), readRunId(right)];
    if (one && other) setSearch({ a: one, b: other });
  };
  return (
    <div className="grid gap-6">
      <form onSubmit={submit} className="grid gap-3">
        <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2">
          <RunField
            name={texts.leftRun()}
            value={left}
            onChange={setLeft}
            tried={tried}
            offered={offerBeside(right)}
          />
          <RunField
            name={texts.rightRun()}
            value={right}
            onChange={setRight}
            tried={tried}
            offered={offerBeside(left)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" size="sm">
            {texts.compare()}
          </Button>
          <span className="text-xs text-faint">
            {texts.idsAndAddressesOfRunsAre()}{" "}
            <Link href="/admin/runs" className={TEXT_LINK}>
              {texts.listOfRuns()}
            </Link>
            .
          </span>
        </div>
      </form>
      {chosen === null ? (
        <Empty of="box">{texts.figuresQuestionAnswerPlanHopsAnd()}</Empty>
      ) : (
        <CandidateList
          runId={chosen}
          free={a === null ? "a" : "b"}
          isQuiet={a !== null && b !== null}
        />
      )}
    </div>
  );
}

/** Other runs of the conversation that a run belongs to. */
type CandidateListProps = {
  runId: string;
  /** The side that has no run yet. */
  free: "a" | "b";
  /** True where a failure is already shown above. */
  isQuiet: boolean;
};

function CandidateList({ runId, free, isQuiet }: CandidateListProps) {
  const { data, error, refetch } = useCandidates(runId);
  if (data === undefined) {
    if (error && isQuiet) return null;
    if (error) return <FailureNotice error={error} onRetry={() => refetch()} />;
    return (
      <LoadingLines
        words={texts.loadingRunsOfTheSameConversation()}
        className="gap-3"
        lines={["w-1/2", "w-2/5"]}
      />
    );
  }
  return (
    <Part
      title={
        <>
          {texts.otherRunsOf()}
          <InertText text={data.run.conversation.title} />
          {texts.otherRunsOfEnd()}
        </>
      }
      look="small"
    >
      {data.others.length === 0 ? (
        <p className="mt-2 text-soft">{texts.thisConversationHasNoOtherRun()}</p>
      ) : (
        <ul className="mt-2 border-y">
          {data.others.map((run) => (
            <Candidate key={run.id} run={run} to={{ [other(free)]: runId, [free]: run.id }} />
          ))}
        </ul>
      )}
      {data.count > data.others.length && (
        <p className="mt-1.5 text-xs text-faint">
          {texts.showingOfRuns({
            others: formatCount(data.others.length),
            amount: formatCount(data.count),
          })}
        </p>
      )}
    </Part>
  );
}

function other(side: "a" | "b"): "a" | "b" {
  return side === "a" ? "b" : "a";
}

function Candidate({ run, to }: { run: InspectedRun; to: Record<string, string> }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 last:border-b-0 hover:bg-hover md:grid md:grid-cols-[8rem_7.5rem_minmax(0,1fr)_auto]">
      <SearchLink to={to} className="rounded-sm font-medium after:absolute after:inset-0">
        <time
          dateTime={run.startedAt}
          data-tooltip={formatFullMoment(run.startedAt)}
          className="tabular-nums"
        >
          {formatMoment(run.startedAt)}
        </time>
      </SearchLink>
      <span>
        <StatusChip status={run.status} />
      </span>
      <span className="min-w-0 text-xs text-faint tabular-nums max-md:basis-full">
        <span className="block truncate text-sm text-ink">
          <RunName run={run} />
        </span>
        {run.agentId} · {formatDuration(run.durationMs)} ·{" "}
        {texts.toolCallCount({ count: run.toolCalls, number: formatCount(run.toolCalls) })}
      </span>
      <span className="font-mono text-xs text-faint">{run.id.slice(0, 8)}</span>
    </li>
  );
}

type RunFieldProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** True once the form was submitted; until then no error is shown. */
  tried: boolean;
  offered: readonly InspectedRun[];
};

/**
 * A field for a run's id or address. It offers the runs of the same conversation that match the input.
 */
function RunField({ name, value, onChange, tried, offered }: RunFieldProps) {
  const id = useId();
  const isWrong = tried && readRunId(value) === null;
  const fitting = fittingRuns(offered, value);
  return (
    <div className="relative grid gap-1">
      <label htmlFor={id} className="text-xs font-medium text-soft">
        {name}
      </label>
      <Combobox
        text={value}
        onTextChange={onChange}
        items={fitting}
        keyOf={(run) => run.id}
        renderItem={(run) => <OfferedRun run={run} />}
        onPick={(run) => onChange(run.id)}
        listLabel={texts.runsOfTheSameConversation()}
        hasPopup={fitting.length > 0}
        field={{
          id,
          placeholder: texts.idOrAddressOfARun(),
          "aria-invalid": isWrong,
          "aria-describedby": isWrong ? `${id}-wrong` : undefined,
          className:
            "h-9 rounded-md border border-field bg-raised px-2.5 font-mono text-xs placeholder:font-sans placeholder:text-faint",
        }}
        popupClassName="inset-x-0 top-full"
        optionClassName="flex items-baseline gap-3 px-2.5 py-1.5"
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="text-xs text-danger">
          {texts.thisIsNoIdOfA()}
        </p>
      )}
    </div>
  );
}

/** Accepts an id, or the address of a page that contains one. */
function readRunId(text: string): string | null {
  const found = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text);
  return z.uuid().safeParse(found?.[0].toLowerCase()).data ?? null;
}

/** The runs whose id or question contains the input; none where the input names a run. */
function fittingRuns(offered: readonly InspectedRun[], written: string): readonly InspectedRun[] {
  if (readRunId(written)) return [];
  const words = foldText(written.trim());
  return offered.filter(({ id, question }) =>
    [id, question].some((text) => foldText(text).includes(words)),
  );
}

function OfferedRun({ run }: { run: InspectedRun }) {
  return (
    <>
      <span
        data-tooltip={formatFullMoment(run.startedAt)}
        className="text-xs text-faint tabular-nums"
      >
        {formatMoment(run.startedAt)}
      </span>
      <span className="min-w-0 flex-1 truncate text-sm">
        <RunName run={run} />
      </span>
      <span className="font-mono text-xs text-faint">{run.id.slice(0, 8)}</span>
    </>
  );
}
