"use client";
/** What the last check of the trail came to, and a button that begins one. */
import { LoaderCircle, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { AuditCheck, AuditPage } from "@/lib/contracts/inspector/audit/audit-query.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/moment.tsx";
import { useCheck } from "./use-audit.ts";

export function AuditBadge({ page }: { page: AuditPage }) {
  const { mutate, isPending, error } = useCheck();
  const isBusy = isPending || page.isChecking;
  return (
    <section
      aria-label={text.holds()}
      className="flex items-center gap-3 rounded-lg border border-line-strong px-3 py-2"
    >
      <Verdict check={page.check} />
      <Button size="sm" look="outline" aria-disabled={isBusy} onClick={() => !isBusy && mutate()}>
        {isBusy && (
          <LoaderCircle className="size-3.5 animate-spin" strokeWidth={1.75} aria-hidden="true" />
        )}
        {isBusy ? text.checking() : text.checkNow()}
      </Button>
      {error && <span className="text-xs text-danger">{text.checkNotBegun()}</span>}
    </section>
  );
}

function Verdict({ check }: { check: AuditCheck | null }) {
  const isSound = check !== null && check.fault === null;
  const Icon = check === null ? ShieldQuestion : isSound ? ShieldCheck : ShieldAlert;
  return (
    <div role="status" className="flex items-center gap-2">
      <Icon
        aria-hidden="true"
        strokeWidth={1.75}
        className={cn(
          "size-5 shrink-0",
          check === null ? "text-faint" : isSound ? "text-good" : "text-danger",
        )}
      />
      <div className="grid text-sm">
        <span className={cn("font-medium", check && !isSound && "text-danger")}>
          {check === null ? text.neverChecked() : titleOf(check)}
        </span>
        {check && (
          <span className="text-xs text-faint">
            {explain(check)} {text.checkedAt()} <Moment at={check.at} />
          </span>
        )}
      </div>
    </div>
  );
}

function titleOf({ fault, runId, place }: AuditCheck): string {
  if (fault === null) return text.holds();
  return runId === null ? text.broken({ place: formatCount(place ?? 0) }) : text.brokenRun();
}

function explain({ fault, size, runs, runId }: AuditCheck): string {
  if (fault === null) return text.holdsExplained({ ...amountOf(size), runs: formatCount(runs) });
  return text.brokenExplained({ fault: runId === null ? fault : `${fault}: ${runId}` });
}
