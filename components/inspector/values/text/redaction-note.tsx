/** Says how much of which class was masked in a value before it was stored. */
"use client";
import { EyeOff } from "lucide-react";
import { useMemo } from "react";
import {
  countRedactions,
  type RedactionClass,
} from "@/lib/contracts/inspector/events/count-redactions.ts";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { amountOf } from "../format-figures.ts";

type CountWords = (amount: { count: number; number: string }) => string;

const WORDS: Record<RedactionClass, CountWords> = {
  card: texts.cardNumbers,
  account: texts.accountNumbers,
  "government-id": texts.governmentIds,
  email: texts.emailAddresses,
  phone: texts.telephoneNumbers,
  secret: texts.secrets,
};

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** "2 card numbers and 1 government id masked before storing"; null where nothing was masked. */
export function redactionWords({ value, redacted }: Payload): string | null {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const counts = redacted ?? countRedactions(text);
  if (counts.length === 0) return null;
  const parts = counts.map(([name, count]) => WORDS[name](amountOf(count)));
  return texts.maskedBeforeStoring({ what: LIST.format(parts) });
}

export function RedactionNote({ payload }: { payload: Payload }) {
  const words = useMemo(() => redactionWords(payload), [payload]);
  if (words === null) return null;
  return (
    <p className="flex items-center gap-1.5 pt-1 text-xs text-soft">
      <EyeOff aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.75} />
      {words}
    </p>
  );
}
