/** Checks a dropped receipt or bundle in this browser. */
"use client";
import { Download, FileCheck, LoaderCircle, ShieldAlert, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { BUNDLE_WORDS, RECEIPT_WORDS } from "@/lib/audit/fault-words.ts";
import * as personText from "@/lib/messages/review-person.ts";
import * as text from "@/lib/messages/verify.ts";
import { type Checked, checkFile } from "./check-file.ts";

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "medium" });
const count = (value: number) => value.toLocaleString("en");

type VerifyViewProps = {
  /** Keys of this server, the present one first. */
  keys: readonly string[];
  /** Operators are led to the run. */
  isOperator: boolean;
};

type State =
  | { is: "idle" }
  | { is: "busy"; name: string; lines: number }
  | { is: "done"; checked: Checked }
  | { is: "unreadable"; name: string };

export function VerifyView({ keys, isOperator }: VerifyViewProps) {
  const [state, setState] = useState<State>({ is: "idle" });
  const newest = useRef<File>(undefined);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const { name } = file;
    newest.current = file;
    // A file that was dropped before, and takes longer, says nothing any more.
    const show = (next: State) => newest.current === file && setState(next);
    show({ is: "busy", name, lines: 0 });
    try {
      const onProgress = (lines: number) => show({ is: "busy", name, lines });
      show({ is: "done", checked: await checkFile(file, keys, onProgress) });
    } catch {
      show({ is: "unreadable", name });
    }
  };
  return (
    <>
      <FileDrop onFile={(file) => void take(file)} />
      <div aria-live="polite" className="mt-4 empty:hidden">
        {state.is === "busy" && <Busy name={state.name} lines={state.lines} />}
        {state.is === "done" && <VerdictCard checked={state.checked} isOperator={isOperator} />}
        {state.is === "unreadable" && (
          <p className="rounded-lg border border-line-strong p-4">
            <strong className="block font-[560] text-danger">{text.unreadable()}</strong>
            {text.unreadableExplained()}
          </p>
        )}
      </div>
      <Keys keys={keys} />
    </>
  );
}

function Busy({ name, lines }: { name: string; lines: number }) {
  return (
    <p className="flex items-center gap-2 text-soft">
      <LoaderCircle aria-hidden="true" className="size-4 animate-spin" strokeWidth={1.75} />
      {lines > 0
        ? text.checking({ name, lines: lines.toLocaleString("en") })
        : text.checkingFile({ name })}
    </p>
  );
}

function FileDrop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false);
  const isHydrated = useIsHydrated();
  const id = useId();
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
      className={cn(
        "grid cursor-pointer place-items-center gap-1 rounded-lg border border-dashed px-4 py-9 text-center transition-colors duration-150 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent hover:bg-hover",
        isOver ? "border-accent bg-accent-wash" : "border-line-strong",
      )}
    >
      <FileCheck aria-hidden="true" className="mb-1 size-6 text-faint" strokeWidth={1.5} />
      <span className="font-medium">{text.drop()}</span>
      <span className="text-xs text-faint">{text.kinds()}</span>
      <input
        id={id}
        type="file"
        accept=".json,.jsonl"
        disabled={!isHydrated}
        className="sr-only"
        aria-label={text.choose()}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

function Keys({ keys }: Pick<VerifyViewProps, "keys">) {
  return (
    <dl className="mt-8 grid gap-5 text-sm">
      <div>
        <dt className="font-medium">{text.keys()}</dt>
        <dd>
          {keys.map((key) => (
            <span key={key} className="flex items-start gap-1">
              <code className="min-w-0 py-1 font-mono text-xs wrap-anywhere">{key}</code>
              <CopyButton text={key} label={text.copyKey()} />
            </span>
          ))}
          <span className="block text-xs text-faint">{text.keysExplained()}</span>
        </dd>
      </div>
      <div>
        <dt className="font-medium">{text.offline()}</dt>
        <dd>
          <a
            href="/halfsilver-verify.mjs"
            download
            className="inline-flex items-center gap-1.5 rounded-sm py-1 text-accent underline underline-offset-4"
          >
            <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {text.download()}
          </a>
          <span className="block text-xs text-faint">{text.offlineExplained()}</span>
        </dd>
      </div>
    </dl>
  );
}

/** What the check of a file came to. */
function VerdictCard({ checked, isOperator }: { checked: Checked; isOperator: boolean }) {
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
  const { at, place, size, runId, verdict: stated } = verdict;
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
            className="ms-2 rounded-sm text-accent underline underline-offset-4"
          >
            {text.openRun()}
          </Link>
        )}
      </p>
      {stated !== null && <Stated stated={stated} />}
      <h3 className="mt-4 text-xs font-medium text-faint">{text.receiptText()}</h3>
      <p
        dir="auto"
        className="mt-1 max-h-96 overflow-y-auto rounded-md bg-hover p-3 whitespace-pre-wrap wrap-anywhere"
      >
        {verdict.text}
      </p>
    </Card>
  );
}

type StatedProps = { stated: NonNullable<Extract<Verdict<"receipt">, { ok: true }>["verdict"]> };

/** What a reviewer found, which is no part of what the receipt proves. */
function Stated({ stated }: StatedProps) {
  return (
    <>
      <h3 className="mt-4 text-xs font-medium text-faint">{personText.verdictTitle()}</h3>
      <p className="mt-1">{sayStated(stated)}</p>
    </>
  );
}

function sayStated(stated: StatedProps["stated"]): string {
  if (stated === "broken") return personText.verdictBroken();
  const said = { at: MOMENT.format(new Date(stated.at)), place: count(stated.place) };
  return stated.upheld ? personText.verdictFound(said) : personText.verdictNotFound(said);
}

function BundleCard({ verdict }: { verdict: Verdict<"bundle"> }) {
  if (verdict.ok)
    return (
      <Card good title={text.bundleHolds()}>
        {sayHeld(verdict).map((said) => (
          <p key={said}>{said}</p>
        ))}
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

/** What holds, and what was not checked. */
function sayHeld(verdict: Extract<Verdict<"bundle">, { ok: true }>): string[] {
  const { rows, size, runs, blank, erased, withheld, query, exportedAt } = verdict;
  const asked = Object.entries(query).map(([name, value]) => `${name} ${String(value)}`);
  return [
    text.bundleExplained({ rows: count(rows), size: count(size), runs: count(runs) }),
    asked.length === 0 ? text.bundleWhole() : text.bundleAsked({ query: asked.join("; ") }),
    exportedAt === null ? text.bundleUnclaimed() : text.bundleExported({ at: exportedAt }),
    blank > 0 && text.bundleBlank({ count: count(blank) }),
    erased > 0 && text.bundleErased({ count: count(erased) }),
    withheld > 0 && text.bundleWithheld({ count: count(withheld) }),
    text.bundleEnd(),
  ].filter((said) => said !== false);
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
