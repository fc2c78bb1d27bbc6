/** A payload with its size and a copy button, and a value in a row. */
"use client";
import { EyeOff } from "lucide-react";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import {
  countRedactions,
  type RedactionClass,
} from "@/lib/contracts/inspector/events/count-redactions.ts";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton, DownloadButton } from "./copy-button.tsx";
import { amountOf } from "./format-figures.ts";
import { meaningOf } from "./term.tsx";
import { FoldedText } from "./text/folded-text.tsx";
import { readJson, textOfValue } from "./text-of-value.ts";
import { JsonTree } from "./tree/json-tree.tsx";
import { isBranch } from "./tree/tree-rows.ts";
import { sizeWords, WithheldValue } from "./withheld-value.tsx";

/** A smaller text is copied more quickly than saved. */
const DOWNLOAD_BYTES = 16 * 1024;

const WORDS: Record<RedactionClass, CountWords> = {
  card: texts.cardNumbers,
  account: texts.accountNumbers,
  "government-id": texts.governmentIds,
  email: texts.emailAddresses,
  phone: texts.telephoneNumbers,
  secret: texts.secrets,
};
const LIST = new Intl.ListFormat("en", { type: "conjunction" });

type PayloadViewProps = {
  payload: Payload;
  /** Its label: "Arguments". */
  title: string;
  /** True for prose, which uses the font of the page. */
  prose?: boolean;
};

export function PayloadView({ payload, title, prose = false }: PayloadViewProps) {
  const value = useMemo(() => (prose ? payload.value : readJson(payload.value)), [payload, prose]);
  const copied = () => textOfValue(payload.value, 2);
  return (
    <figure className="min-w-0">
      <figcaption className="flex h-7 items-center gap-2 text-xs">
        <span className="font-medium text-soft">{title}</span>
        <span className="text-faint tabular-nums">{sizeWords(payload)}</span>
        {!payload.withheld && (
          <CopyButton text={copied} what={title.toLowerCase()} className="ml-auto" />
        )}
        {!payload.withheld && payload.bytes > DOWNLOAD_BYTES && !isBranch(value) && (
          <DownloadButton text={copied} name={`${title.toLowerCase().replace(/\W+/g, "-")}.txt`} />
        )}
      </figcaption>
      <div className="rounded-md border bg-canvas px-3 py-2">
        {payload.withheld ? (
          <WithheldValue payload={payload} />
        ) : payload.bytes === 0 ? (
          <span className="text-xs text-faint">{texts.empty()}</span>
        ) : isBranch(value) ? (
          <JsonTree value={value} title={title} />
        ) : (
          <FoldedText text={String(value)} mono={!prose} />
        )}
      </div>
      <RedactionNote payload={payload} />
    </figure>
  );
}

type CountWords = (amount: { count: number; number: string }) => string;

/** "2 card numbers and 1 government id masked before storing"; null where nothing was masked. */
export function redactionWords({ value, redacted }: Payload): string | null {
  const counts = redacted ?? countRedactions(textOfValue(value));
  if (counts.length === 0) return null;
  const parts = counts.map(([name, count]) => WORDS[name](amountOf(count)));
  return texts.maskedBeforeStoring({ what: LIST.format(parts) });
}

/** Says how much of which class was masked in a value before it was stored. */
function RedactionNote({ payload }: { payload: Payload }) {
  const words = useMemo(() => redactionWords(payload), [payload]);
  if (words === null) return null;
  return (
    <p className="flex items-center gap-1.5 pt-1 text-xs text-soft">
      <EyeOff aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.75} />
      {words}
    </p>
  );
}

type LeafValueProps = { payload: Payload; className?: string };

/** A value in a row, or its size where it is masked. */
export function LeafValue({ payload, className }: LeafValueProps) {
  const { value, withheld, sha256 } = payload;
  if (withheld) {
    return (
      <Explained
        text={sha256 ? `${meaningOf("masked")} SHA-256 ${sha256}` : meaningOf("masked")}
        className={cn("inline-flex items-center gap-1 text-xs text-soft", className)}
      >
        <EyeOff aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
        {withheld === "masked" ? texts.masked() : texts.notLoaded()} · {sizeWords(payload)}
      </Explained>
    );
  }
  if (typeof value === "string" && value !== "") {
    return <FoldedText text={value} mono className={cn("text-code-text", className)} />;
  }
  return (
    <span className={cn("font-mono text-xs leading-5 wrap-anywhere text-code-value", className)}>
      {value === "" ? texts.emptyText() : describe(value)}
    </span>
  );
}

function describe(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return texts.emptyList();
  if (typeof value === "object" && value !== null && Object.keys(value).length === 0) {
    return texts.emptyObject();
  }
  return textOfValue(value) || texts.nothing();
}
