/** Who made a delta: turn, hop, origin and time, with a link to the hop. */
"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import * as texts from "@/lib/messages/inspector-context.ts";
import { TEXT_LINK } from "../text-link.ts";
import { useSearch } from "../use-search.ts";
import { Moment } from "../values/moment.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import type { Delta } from "./list-deltas.ts";

/** @param runId the run on the page */
export function AuthorLine({ delta, runId }: { delta: Delta; runId: string }) {
  const { run, origin, at, hopRef, nodeId } = delta;
  const moment = new Date(at).toISOString();
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
      <Chip tone={origin === "person" ? "accent" : "neutral"}>
        {origin === "person" ? texts.correctedByThePerson() : texts.byTheOrigin({ origin })}
      </Chip>
      <span className="min-w-0">
        {run ? (
          <>
            {texts.turnBeforeQuestion({ turn: run.turn })}{" "}
            <q className="text-faint">
              <InertText text={run.question} />
            </q>
          </>
        ) : (
          texts.betweenTwoTurns()
        )}
      </span>
      {hopRef && run && (
        <span className="whitespace-nowrap">
          <Term name="hop">{texts.hop()}</Term>{" "}
          <HopLink runId={run.runId} hopRef={hopRef} isOpen={run.runId === runId}>
            {nodeId ?? texts.unknown()} <span className="font-mono">{hopRef}</span>
          </HopLink>
        </span>
      )}
      <Moment at={moment} className="text-faint" />
    </p>
  );
}

type HopLinkProps = {
  runId: string;
  hopRef: string;
  isOpen: boolean;
  children: ReactNode;
};

/** Links to the hop in its run. In the run on the page, the panel stays open. */
function HopLink({ runId, hopRef, isOpen, children }: HopLinkProps) {
  const search = useSearch();
  const href = isOpen
    ? search.link({ panel: "timeline", hop: hopRef, at: null, path: null, agent: null })
    : `/admin/runs/${runId}?panel=timeline&hop=${encodeURIComponent(hopRef)}`;
  return (
    <Link href={href} prefetch={false} className={TEXT_LINK}>
      {children}
    </Link>
  );
}
