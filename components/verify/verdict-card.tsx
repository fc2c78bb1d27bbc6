/** What the check of a file came to. */
"use client";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import { BUNDLE_WORDS, RECEIPT_WORDS } from "@/lib/audit/fault-words.ts";
import * as text from "@/lib/messages/verify.ts";
import type { Checked } from "./check-file.ts";

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "medium" });
const count = (value: number) => value.toLocaleString("en");

export function VerdictCard({ checked, isOperator }: { checked: Checked; isOperator: boolean }) {
  return checked.kind === "receipt" ? (
    <ReceiptCard verdict={checked.verdict} isOperator={isOperator} />
  ) : (
    <BundleCard verdict={checked.verdict} />
  );
}

type Verdict<Kind extends Checked["kind"]> = Extract<Checked, { kind: Kind }>["verdict"];
type ReceiptCardProps = { verdict: Verdict<"receipt">; isOperator: boolean };

function ReceiptCard({ verdict, isOperator }: ReceiptCardProps) {
  if (!verdict.ok)
    return (
      <Card good={false} title={text.receiptBroken()}>
        {sentence(RECEIPT_WORDS[verdict.why])}
      </Card>
    );
  const { at, place, size, runId } = verdict;
  return (
    <Card good title={text.receiptHolds()}>
      <p>
        {text.receiptExplained({
          at: MOMENT.format(new Date(at)),
          place: count(place),
          size: count(size),
        })}
      </p>
      <p className="mt-2 text-xs text-faint wrap-anywhere">
        {text.run()} <code className="font-mono">{runId}</code>
        {isOperator && (
          <Link
            href={`/admin/runs/${runId}`}
            prefetch={false}
            className="ml-2 rounded-sm text-accent underline underline-offset-4"
          >
            {text.openRun()}
          </Link>
        )}
      </p>
      <h3 className="mt-4 text-xs font-medium text-faint">{text.receiptText()}</h3>
      <p className="mt-1 max-h-96 overflow-y-auto rounded-md bg-hover p-3 whitespace-pre-wrap wrap-anywhere">
        {verdict.text}
      </p>
    </Card>
  );
}

function BundleCard({ verdict }: { verdict: Verdict<"bundle"> }) {
  if (verdict.ok)
    return (
      <Card good title={text.bundleHolds()}>
        {text.bundleExplained({
          rows: count(verdict.rows),
          size: count(verdict.size),
          runs: count(verdict.runs),
        })}
      </Card>
    );
  const { place, why, runId, seq, line } = verdict;
  return (
    <Card good={false} title={text.bundleBroken()}>
      <p>{sentence(BUNDLE_WORDS[why])}</p>
      <p className="mt-2 text-xs text-faint wrap-anywhere">
        {[
          text.where({ place: count(place) }),
          runId && text.whereRun({ runId }),
          seq && text.whereEvent({ seq: count(seq) }),
          line && text.whereLine({ line: count(line) }),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </Card>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function Card({ good, title, children }: { good: boolean; title: string; children: ReactNode }) {
  const Icon = good ? ShieldCheck : ShieldAlert;
  return (
    <section className="settle rounded-lg border border-line-strong p-4">
      <h2
        className={cn(
          "mb-1 flex items-center gap-2 font-[560]",
          good ? "text-good" : "text-danger",
        )}
      >
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {title}
      </h2>
      {children}
    </section>
  );
}
