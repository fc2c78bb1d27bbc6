"use client";
/** Chooses the runs to compare: by id, or from the conversation of the one that is chosen. */
import Link from "next/link";
import { type FormEvent, useId, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { setSearch } from "../use-search.ts";
import { CandidateList } from "./candidate-list.tsx";
import type { Sides } from "./use-comparison.ts";

export function RunPicker({ a, b }: Sides) {
  const [left, setLeft] = useState(a ?? "");
  const [right, setRight] = useState(b ?? "");
  const [tried, setTried] = useState(false);
  const chosen = a ?? b;
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
          <IdField name="Left run" value={left} onChange={setLeft} tried={tried} />
          <IdField name="Right run" value={right} onChange={setRight} tried={tried} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" size="sm">
            Compare
          </Button>
          <span className="text-xs text-faint">
            Ids and addresses of runs are in the{" "}
            <Link href="/admin/runs" className={TEXT_LINK}>
              list of runs
            </Link>
            .
          </span>
        </div>
      </form>
      {chosen === null ? (
        <p className="rounded-md border border-dashed px-4 py-10 text-center text-soft">
          Figures, question, answer, plan, hops and state of both runs stand here, side by side.
        </p>
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

type IdFieldProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  tried: boolean;
};

function IdField({ name, value, onChange, tried }: IdFieldProps) {
  const id = useId();
  const isWrong = tried && readRunId(value) === null;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs font-medium text-soft">
        {name}
      </label>
      <input
        id={id}
        value={value}
        spellCheck={false}
        autoComplete="off"
        placeholder="Id or address of a run"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 rounded-md border border-field bg-raised px-2.5 font-mono text-xs placeholder:font-sans placeholder:text-faint"
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="text-xs text-danger">
          This is no id of a run.
        </p>
      )}
    </div>
  );
}

/** An id, or the address of a page that has one. */
function readRunId(text: string): string | null {
  const found = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text);
  return z.uuid().safeParse(found?.[0].toLowerCase()).data ?? null;
}
