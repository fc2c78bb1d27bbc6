/** Events of the trail as a table. On a narrow screen the first cell holds the hidden columns. */
"use client";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import { FAILED_STATUSES } from "@/lib/contracts/audit/audit-groups.ts";
import type { AuditPerson, InspectedAudit } from "@/lib/contracts/inspector/audit-query.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { TableHead, WIDE_CELL } from "../frame.tsx";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { actionWords } from "./audit-filter-bar.tsx";

const HEAD = `${WIDE_CELL} text-xs font-medium whitespace-nowrap text-faint`;
const MD = "max-md:hidden";

export function AuditTable({ events }: { events: readonly InspectedAudit[] }) {
  return (
    <table className="w-full table-fixed border-y text-left text-sm">
      <caption className="sr-only">{text.tableCaption()}</caption>
      <TableHead
        className={HEAD}
        columns={[
          [text.when(), "w-32 max-md:w-24"],
          [text.who(), `${MD} w-44`],
          [text.what(), ""],
          [text.whose(), `${MD} w-44`],
          [text.place(), `${MD} w-24 text-right`],
        ]}
      />
      <tbody>
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ event }: { event: InspectedAudit }) {
  const { at, actor, person, place } = event;
  return (
    <tr className="border-b last:border-b-0 hover:bg-hover">
      <td className={cn(WIDE_CELL, "text-xs text-soft")}>
        <Moment at={at} />
      </td>
      <td className={`${WIDE_CELL} ${MD}`}>
        <Actor actor={actor} action={event.action} />
      </td>
      <td className={WIDE_CELL}>
        <span className="mb-0.5 block text-xs text-soft md:hidden">
          <Actor actor={actor} action={event.action} />
        </span>
        <What event={event} />
      </td>
      <td className={`${WIDE_CELL} ${MD}`}>{person && <Person person={person} />}</td>
      <td className={cn(WIDE_CELL, MD, "text-right text-xs text-faint tabular-nums")}>
        {place === null ? text.waiting() : formatCount(place)}
      </td>
    </tr>
  );
}

/** Nobody's: a stranger's where something was refused or tried, else the server's own. */
function Actor({ actor, action }: Pick<InspectedAudit, "actor" | "action">) {
  if (actor) return <Person person={actor} />;
  const isStranger = action === "inspector.denied" || action.startsWith("person.");
  return <span className="text-faint">{isStranger ? text.signedOut() : text.server()}</span>;
}

function Person({ person: { id, name, email } }: { person: AuditPerson }) {
  if (name === null) return <Explained text={id}>{text.gone()}</Explained>;
  return (
    <Explained text={email ?? id} className="max-w-full truncate">
      <InertText text={name} />
    </Explained>
  );
}

function What({ event }: { event: InspectedAudit }) {
  const { action, target, outcome, runId, reason, facts } = event;
  return (
    <div className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-medium">{actionWords(action)}</span>
        {outcome === "denied" && <Chip tone="warn">{text.refused()}</Chip>}
        <RunFailure event={event} />
        <code className="min-w-0 font-mono text-xs text-faint wrap-anywhere">
          <InertText text={target} />
        </code>
        {runId && <RunLinks runId={runId} />}
      </span>
      {reason && (
        <q className="text-soft wrap-anywhere">
          <InertText text={reason} />
        </q>
      )}
      <span className="text-xs text-faint wrap-anywhere empty:hidden">
        {facts === null
          ? text.erasedDetail()
          : facts.map(([name, value]) => `${name}: ${value}`).join(" · ")}
      </span>
    </div>
  );
}

/** Marks the end of a run that failed or was interrupted, among the ends of all others. */
function RunFailure({ event: { action, facts } }: { event: InspectedAudit }) {
  const status = facts?.find(([name]) => name === "status")?.[1];
  if (action !== "run.ended" || status === undefined) return null;
  if (!FAILED_STATUSES.includes(status)) return null;
  return (
    <Chip tone="danger">{status === "failed" ? text.runFailed() : text.runInterrupted()}</Chip>
  );
}

function RunLinks({ runId }: { runId: string }) {
  return (
    <span className="flex gap-2 text-xs">
      <Link href={`/admin/runs/${runId}`} prefetch={false} className={TEXT_LINK}>
        {text.openRun()}
      </Link>
      <SearchLink to={{ run: runId, before: null }} className={TEXT_LINK}>
        {text.onlyThisRun()}
      </SearchLink>
    </span>
  );
}
