/** A field for a run's id or address. It offers the runs of the same conversation that match the input. */
"use client";
import { useId } from "react";
import * as z from "zod/mini";
import { Combobox } from "@/components/ui/overlay/combobox.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { RunName } from "../run-name.tsx";
import { formatFullMoment, formatMoment } from "../values/format-figures.ts";

type RunFieldProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** True once the form was submitted; until then no error is shown. */
  tried: boolean;
  offered: readonly InspectedRun[];
};

export function RunField({ name, value, onChange, tried, offered }: RunFieldProps) {
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
export function readRunId(text: string): string | null {
  const found = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text);
  return z.uuid().safeParse(found?.[0].toLowerCase()).data ?? null;
}

/** The runs whose id or question contains the input; none where the input names a run. */
function fittingRuns(offered: readonly InspectedRun[], written: string): readonly InspectedRun[] {
  if (readRunId(written)) return [];
  const words = written.trim().toLowerCase();
  return offered.filter(({ id, question }) =>
    [id, question].some((text) => text.toLowerCase().includes(words)),
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
