"use client";
/** The two compared runs, each with a link to choose another. */
import { ArrowLeftRight } from "lucide-react";
import Link from "next/link";
import type {
  ComparedRun,
  RunComparison,
} from "@/lib/contracts/inspector/compare/run-comparison.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { RunName } from "../run-name.tsx";
import { SearchLink } from "../search-link.tsx";
import { StatusChip } from "../status-chip.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { Moment } from "../values/moment.tsx";
import { InertText } from "../values/text/inert-text.tsx";

export function RunSides({ comparison: { left, right } }: { comparison: RunComparison }) {
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:items-center">
      <Side side="a" word={texts.left()} compared={left} />
      <SearchLink
        to={{ a: right.run.id, b: left.run.id }}
        className="inline-flex items-center gap-1.5 justify-self-start rounded-md border border-line-strong px-2.5 py-1 text-xs font-medium hover:bg-hover"
      >
        <ArrowLeftRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        {texts.swap()}
      </SearchLink>
      <Side side="b" word={texts.right()} compared={right} />
    </div>
  );
}

type SideProps = { side: "a" | "b"; word: string; compared: ComparedRun };

function Side({ side, word, compared: { run } }: SideProps) {
  return (
    <section
      aria-label={side === "a" ? texts.leftRun() : texts.rightRun()}
      className="min-w-0 rounded-md border bg-raised px-4 py-3"
    >
      <p className="flex items-center gap-2 text-xs text-faint">
        <span className="font-medium text-soft">{word}</span>
        <span className="truncate font-mono">{run.id}</span>
        <SearchLink to={{ [side]: null }} className={`${TEXT_LINK} ml-auto shrink-0`}>
          {texts.chooseAnother()}
        </SearchLink>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          href={`/admin/runs/${run.id}`}
          prefetch={false}
          className="min-w-0 rounded-sm font-medium wrap-anywhere hover:underline"
        >
          <RunName run={run} />
        </Link>
        <StatusChip status={run.status} />
      </p>
      <p className="mt-0.5 text-xs text-faint">
        <InertText text={run.person.name} /> · {run.agentId}
        {run.model !== null && (
          <>
            {" · "}
            <InertText text={run.model} />
          </>
        )}
        {" · "}
        <Moment at={run.startedAt} />
      </p>
    </section>
  );
}
