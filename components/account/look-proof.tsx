/** What the browser has found of the lines of looks: checked after the list is shown, and told below each line and above all. */
"use client";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  LookFault,
  LooksVerdict,
  LookVerdict,
  MissingLooks,
  ShownLooks,
} from "@/lib/audit/bundle/looks-proof.ts";
import * as text from "@/lib/messages/looks.ts";

/** Null: it is being checked. */
type Checked = LooksVerdict | "failed" | null;

const CheckedLooks = createContext<Checked>(null);

type ProvedLooksProps = { shown: ShownLooks; children: ReactNode };

export function ProvedLooks({ shown, children }: ProvedLooksProps) {
  const checked = useProof(shown);
  return (
    <CheckedLooks value={checked}>
      <div aria-live="polite" className="mb-5 empty:hidden">
        <Summary checked={checked} isEmpty={shown.looks.length === 0} />
      </div>
      {children}
    </CheckedLooks>
  );
}

/** A page that a look came after is rendered anew, once, before anything is told. */
function useProof(shown: ShownLooks): Checked {
  const router = useRouter();
  const [checked, setChecked] = useState<Checked>(null);
  const wasRenewed = useRef(false);
  useEffect(() => {
    const left = new AbortController();
    const prove = async () => {
      try {
        const { proveLooks } = await import("./prove-looks.ts");
        const found = await proveLooks(shown, left.signal);
        if (left.signal.aborted) return;
        const isBehind = found.isOutdated && !wasRenewed.current;
        wasRenewed.current = isBehind;
        if (isBehind) router.refresh();
        else setChecked(found);
      } catch {
        if (!left.signal.aborted) setChecked("failed");
      }
    };
    void prove();
    return () => left.abort();
  }, [shown, router]);
  return checked;
}

function Summary({ checked, isEmpty }: { checked: Checked; isEmpty: boolean }) {
  if (checked === "failed") return <Notice tone="warn">{text.notChecked()}</Notice>;
  if (checked === null) return isEmpty ? null : <Notice>{text.checkingAll()}</Notice>;
  const verdicts = [...checked.lines.values()];
  const failed = verdicts.filter(({ ok }) => !ok).length;
  if (failed === 0 && checked.missing.length === 0)
    return isEmpty ? null : <Notice>{allProved(verdicts)}</Notice>;
  return (
    <Notice tone="danger">
      {failed > 0 && <p>{text.someNotProved({ count: failed.toLocaleString("en") })}</p>}
      {checked.missing.map((gap) => (
        <p key={gap.after}>{missingWords(gap)}</p>
      ))}
    </Notice>
  );
}

function allProved(verdicts: readonly LookVerdict[]): string {
  const numbers = verdicts.flatMap((verdict) => (verdict.ok ? (verdict.seq ?? []) : []));
  if (numbers.length === 0) return text.allProvedUnnumbered();
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
  return text.allProved({ from: from.toLocaleString("en"), to: to.toLocaleString("en") });
}

function missingWords(gap: MissingLooks): string {
  const [count, after] = [gap.count.toLocaleString("en"), gap.after.toLocaleString("en")];
  const before = gap.before?.toLocaleString("en");
  if (before === undefined)
    return gap.after === 0 ? text.missingAll({ count }) : text.missingNewest({ count, after });
  return gap.after === 0
    ? text.missingBefore({ count, before })
    : text.missingBetween({ count, after, before });
}

const FAULTS: Record<LookFault, () => string> = {
  "no-proof": text.noProof,
  "note-unreadable": text.noteUnreadable,
  "not-included": text.notIncluded,
  differs: text.differs,
  "erasure-unproved": text.erasureUnproved,
  "number-wrong": text.numberWrong,
};

/** @param hasReason whether the line shows one */
export function LookProof({ id, hasReason }: { id: string; hasReason: boolean }) {
  const checked = use(CheckedLooks);
  if (checked === "failed") return null;
  const verdict = checked?.lines.get(id);
  if (!verdict) return <Chip>{text.checking()}</Chip>;
  if (!verdict.ok)
    return (
      <Chip tone="danger" wraps>
        {text.notProved({ why: FAULTS[verdict.why]() })}
      </Chip>
    );
  return (
    <Chip tone="good" wraps>
      {provedWords(verdict, hasReason && !verdict.hasReason)}
    </Chip>
  );
}

function provedWords({ seq }: { seq: number | null }, butReason: boolean): string {
  if (seq === null) return butReason ? text.provedUnnumberedButReason() : text.proved();
  const number = { seq: seq.toLocaleString("en") };
  return butReason ? text.provedButReason(number) : text.provedAs(number);
}
