/** What was found wrong with the trail, across every page of the inspector until an admin has acknowledged it. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { OctagonAlert } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { type TrailFinding, TrailFindings } from "@/lib/contracts/inspector/trail-findings.ts";
import * as text from "@/lib/messages/trail-findings.ts";
import { describeFailure, postInspected } from "./fetch-inspected.ts";
import { formatCount } from "./values/format-figures.ts";
import { Moment } from "./values/term.tsx";

/** The most findings that the bar shows. The trail has all. */
const SHOWN = 3;

export function FindingsBar({ findings: given, mayAcknowledge }: TrailFindings) {
  const [findings, setFindings] = useState(given);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      postInspected(TrailFindings, "/api/admin/findings", {
        through: findings.at(-1)?.id,
      }),
    onSuccess: ({ findings: standing }) => setFindings(standing),
  });
  if (findings.length === 0) return null;
  return (
    <section
      aria-label={text.title()}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-danger/40 bg-danger/8 px-4 py-2.5 text-sm lg:px-6"
    >
      <OctagonAlert
        aria-hidden="true"
        className="mt-0.5 size-4 shrink-0 text-danger"
        strokeWidth={1.75}
      />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-medium">{text.title()}</p>
        <ul className="grid gap-0.5 text-soft">
          {findings.slice(0, SHOWN).map((finding) => (
            <li key={finding.id} className="wrap-anywhere">
              <Moment at={finding.at} /> {describe(finding)}
            </li>
          ))}
        </ul>
        {findings.length > SHOWN && (
          <p className="text-soft">{text.more({ number: formatCount(findings.length - SHOWN) })}</p>
        )}
        {error && <p className="text-danger">{describeFailure(error)}</p>}
      </div>
      <div className="flex items-center gap-3 max-md:w-full max-md:pl-8">
        <Link
          href="/admin/audit?action=trail.found"
          prefetch={false}
          className="rounded-sm underline underline-offset-4"
        >
          {text.show()}
        </Link>
        {mayAcknowledge && (
          <Button
            size="sm"
            look="outline"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate()}
          >
            {text.acknowledge()}
          </Button>
        )}
      </div>
    </section>
  );
}

function describe({ fault, rows, place, runId, seq, name }: TrailFinding): string {
  const where = [
    name,
    place === null ? null : text.atPlace({ place: formatCount(place) }),
    runId === null ? null : text.inRun({ run: runId }),
    seq === null || seq === 0 ? null : text.atEvent({ seq: formatCount(seq) }),
    rows === 0 ? null : text.rows({ count: rows, number: formatCount(rows) }),
  ].filter((part) => part !== null);
  return [text.fault(fault), ...where].join(" · ");
}
