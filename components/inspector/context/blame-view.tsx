/** Which delta last set a path, found from the recorded patches; and who made a delta. */
"use client";
import { X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId, useMemo } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import type { StepFinding } from "@/lib/contracts/inspector/run/context-inspection.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { useSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { Moment, Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { blamePath, type Delta, listPaths, toPointer } from "./list-deltas.ts";

/** Number of deltas shown, the newest of them. */
const SHOWN_DELTAS = 40;

type BlameViewProps = {
  deltas: readonly Delta[];
  /** The last delta that counts. */
  ordinal: number;
  runId: string;
  path: string | null;
  onPickPath: (path: string | null) => void;
  onMove: (ordinal: number) => void;
};

export function BlameView({ deltas, ordinal, runId, path, onPickPath, onMove }: BlameViewProps) {
  const listId = useId();
  const paths = useMemo(() => listPaths(deltas), [deltas]);
  return (
    <section aria-label={text.blame()} className="grid gap-2 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <label htmlFor={`${listId}-path`} className="text-sm font-medium">
          {text.whichHopSet()}
        </label>
        <input
          id={`${listId}-path`}
          type="text"
          dir="ltr"
          list={listId}
          value={path ?? ""}
          placeholder={text.answersPlatform()}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onPickPath(event.target.value || null)}
          className="h-7 w-64 max-w-full rounded-md border border-field bg-canvas px-2 font-mono text-xs"
        />
        {path !== null && (
          <IconButton size="sm" aria-label={text.askAboutNoPath()} onClick={() => onPickPath(null)}>
            <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
        <datalist id={listId}>
          {paths.slice(0, 500).map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </div>
      {path === null ? (
        <p className="text-xs text-faint">{text.chooseAPathHereOrPress()}</p>
      ) : (
        <Answer
          touched={blamePath(deltas, toPointer(path), ordinal)}
          ordinal={ordinal}
          runId={runId}
          onMove={onMove}
        />
      )}
    </section>
  );
}

type AnswerProps = {
  touched: readonly Delta[];
  ordinal: number;
  runId: string;
  onMove: (ordinal: number) => void;
};

function Answer({ touched, ordinal, runId, onMove }: AnswerProps) {
  const last = touched.at(-1);
  if (!last) {
    return (
      <p role="status" className="text-sm text-soft">
        {text.noDeltaUpToTouchedIt({ ordinal: formatCount(ordinal) })}
      </p>
    );
  }
  const shown = touched.slice(-SHOWN_DELTAS).toReversed();
  return (
    <div role="status" className="grid gap-1.5">
      <p className="text-sm">
        {text.lastSetBy()}{" "}
        <button type="button" className={TEXT_LINK} onClick={() => onMove(last.ordinal)}>
          {text.delta({ ordinal: formatCount(last.ordinal) })}
        </button>
        {touched.length > 1 && (
          <span className="text-faint">
            {text.touchedIt({ count: touched.length, number: formatCount(touched.length) })}
          </span>
        )}
      </p>
      <AuthorLine delta={last} runId={runId} />
      {touched.length > 1 && (
        <p className="flex flex-wrap gap-1 text-xs">
          {shown.map((delta) => (
            <button
              key={delta.ordinal}
              type="button"
              aria-current={delta.ordinal === ordinal ? "step" : undefined}
              onClick={() => onMove(delta.ordinal)}
              className="rounded-sm border px-1.5 tabular-nums text-soft hover:bg-hover hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              #{formatCount(delta.ordinal)}
            </button>
          ))}
          {touched.length > shown.length && (
            <span className="text-faint">
              {text.showingOf({
                shown: formatCount(shown.length),
                touched: formatCount(touched.length),
              })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/**
 * Who made a delta: turn, hop, origin and time, with a link to the hop.
 * @param runId the run on the page
 */
export function AuthorLine({ delta, runId }: { delta: Delta; runId: string }) {
  const { run, origin, at, hopRef, nodeId } = delta;
  const moment = new Date(at).toISOString();
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
      <Chip tone={origin === "person" ? "accent" : "neutral"}>
        {origin === "person" ? text.correctedByThePerson() : text.byTheOrigin({ origin })}
      </Chip>
      <span className="min-w-0">
        {run ? (
          <>
            {text.turnBeforeQuestion({ turn: run.turn })}{" "}
            <q className="text-faint">
              <InertText text={run.question} />
            </q>
          </>
        ) : (
          text.betweenTwoTurns()
        )}
      </span>
      {hopRef && run && (
        <span className="whitespace-nowrap">
          <Term name="hop">{text.hop()}</Term>{" "}
          <HopLink runId={run.runId} hopRef={hopRef} isOpen={run.runId === runId}>
            {nodeId ?? text.unknown()} <span className="font-mono">{hopRef}</span>
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

/** The names of findings about a recorded delta. */
export const FINDING_NAMES: Record<StepFinding, () => string> = {
  "patch-invalid": text.patchInvalid,
  "digest-differs": text.digestDiffers,
  "chain-broken": text.chainBroken,
  "begun-anew": text.begunAnew,
  "ordinal-missing": text.ordinalMissing,
  "schema-invalid": text.schemaInvalid,
};
