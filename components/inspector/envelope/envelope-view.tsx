"use client";
/** Everything that headers say and what is to be said of them: for a hop, and for what somebody pasted. */
import type {
  ArrivedHeader,
  EnvelopeInspection,
} from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { CopyButton } from "../values/copy-button.tsx";
import { formatBytes, formatNoun } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { BudgetMeter } from "./budget-meter.tsx";
import { DecodedView } from "./decoded-view.tsx";
import { EnvelopeName, EnvelopeValue } from "./envelope-value.tsx";
import { Part } from "./part.tsx";
import { SignatureView } from "./signature-view.tsx";

export function EnvelopeView({ envelope }: { envelope: EnvelopeInspection }) {
  const { version, decoded, signature } = envelope;
  const says = version === null ? "version not readable" : `version ${version}`;
  return (
    <>
      <Part title="Decoded" aside={says}>
        <DecodedView decoded={decoded} />
      </Part>
      <Part title="Signature">
        <SignatureView signature={signature} />
      </Part>
      <Part title="Size">
        <Sizes envelope={envelope} />
      </Part>
      <Part title="Headers as they arrived" aside={formatNoun(envelope.headers.length, "header")}>
        <HeadersView headers={envelope.headers} />
      </Part>
    </>
  );
}

function Sizes({ envelope }: { envelope: EnvelopeInspection }) {
  const { stateBytes, stateBudgetBytes, headerBytes, headerBudgetBytes } = envelope;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      {stateBytes === null ? (
        <p className="text-xs text-faint">There is no x-agent-state header.</p>
      ) : (
        <BudgetMeter name="x-agent-state" bytes={stateBytes} budgetBytes={stateBudgetBytes} />
      )}
      <BudgetMeter name="All headers" bytes={headerBytes} budgetBytes={headerBudgetBytes} />
    </div>
  );
}

function HeadersView({ headers }: { headers: readonly ArrivedHeader[] }) {
  if (headers.length === 0) return <p className="text-xs text-faint">None.</p>;
  return (
    <ul aria-label="Raw headers" className="divide-y rounded-md border bg-canvas">
      {numberItems(headers).map(({ ordinal, item: { name, value } }) => (
        <li key={ordinal} className="grid gap-1 px-3 py-1.5">
          <span className="flex items-center gap-2">
            <EnvelopeName name={name} />
            <span className="text-xs text-faint tabular-nums">{formatBytes(value.bytes)}</span>
            {!value.withheld && (
              <CopyButton
                text={() => String(value.value)}
                what={name ?? "header"}
                className="-my-1 ml-auto"
              />
            )}
          </span>
          <EnvelopeValue payload={value} />
        </li>
      ))}
    </ul>
  );
}
