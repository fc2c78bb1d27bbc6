/** An envelope: decoded, its signature, its size and its raw headers. */
"use client";
import { CircleHelp, type LucideIcon, ShieldAlert, ShieldCheck, ShieldOff } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type {
  ArrivedHeader,
  EnvelopeInspection,
  SignatureVerdict,
} from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { CopyButton } from "../values/copy-button.tsx";
import { formatBytes, formatCount, numberItems } from "../values/format-figures.ts";
import { sizeWords } from "../values/withheld-value.tsx";
import { DecodedView } from "./decoded-view.tsx";
import { EnvelopeName, EnvelopeValue, Part } from "./envelope-parts.tsx";

export function EnvelopeView({ envelope }: { envelope: EnvelopeInspection }) {
  const { version, decoded, signature, headers } = envelope;
  const says = version === null ? texts.versionNotReadable() : texts.version({ version });
  return (
    <>
      <Part title={texts.decoded()} term="envelope" aside={says}>
        <DecodedView decoded={decoded} version={version} />
      </Part>
      <Part title={texts.signature()} term="signature">
        <SignatureView signature={signature} />
      </Part>
      <Part title={texts.size()} term="headerBudget">
        <Sizes envelope={envelope} />
      </Part>
      <Part
        title={texts.headersAsTheyArrived()}
        aside={texts.headerCount({ count: headers.length, number: formatCount(headers.length) })}
      >
        <HeadersView headers={headers} />
      </Part>
    </>
  );
}

function Sizes({ envelope }: { envelope: EnvelopeInspection }) {
  const { stateBytes, stateBudgetBytes, headerBytes, headerBudgetBytes } = envelope;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      {stateBytes === null ? (
        <p className="text-xs text-faint">{texts.thereIsNoXAgentState()}</p>
      ) : (
        <BudgetMeter name="x-agent-state" bytes={stateBytes} budgetBytes={stateBudgetBytes} />
      )}
      <BudgetMeter name={texts.allHeaders()} bytes={headerBytes} budgetBytes={headerBudgetBytes} />
    </div>
  );
}

function HeadersView({ headers }: { headers: readonly ArrivedHeader[] }) {
  if (headers.length === 0) return <p className="text-xs text-faint">{texts.none()}</p>;
  return (
    <ul aria-label={texts.rawHeaders()} className="divide-y rounded-md border bg-canvas">
      {numberItems(headers).map(({ ordinal, item: { name, value } }) => (
        <li key={ordinal} className="grid gap-1 px-3 py-1.5">
          <span className="flex items-center gap-2">
            <EnvelopeName name={name} />
            <span className="text-xs text-faint tabular-nums">{sizeWords(value)}</span>
            {!value.withheld && (
              <CopyButton
                text={() => String(value.value)}
                what={name ?? texts.header()}
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

/** The used share of a budget, as a bar and as figures. */
type BudgetMeterProps = {
  /** The name of the measured header: "x-agent-state". */
  name: string;
  bytes: number;
  budgetBytes: number;
};

/** From this share on, a note is shown. */
const NEAR = 0.8;

function BudgetMeter({ name, bytes, budgetBytes }: BudgetMeterProps) {
  const share = bytes / budgetBytes;
  const percent =
    share > 0 && share < 0.01 ? texts.underOne() : formatCount(Math.round(share * 100));
  const verdict = verdictOf(share);
  const [size, budget] = [formatBytes(bytes), formatBytes(budgetBytes)];
  const tone = share > 1 ? "bg-danger" : share >= NEAR ? "bg-warn" : "bg-accent";
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-2 text-xs">
        <span className="font-medium text-soft">{name}</span>
        <span className="text-faint tabular-nums">
          {texts.sizeInBudget({ size, budget, percent, verdict })}
        </span>
      </div>
      <meter
        className="sr-only"
        aria-label={texts.againstItsBudget({ name })}
        max={budgetBytes}
        value={Math.min(bytes, budgetBytes)}
      >
        {texts.sizeInBudgetSpoken({ size, budget, verdict })}
      </meter>
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={cn("h-full min-w-[2px] rounded-full", tone)}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </div>
    </div>
  );
}

function verdictOf(share: number): string {
  if (share > 1) return texts.overTheBudget();
  return share >= NEAR ? texts.nearlyFull() : texts.withinTheBudget();
}

type Look = { word: string; tone: "good" | "danger" | "warn" | "neutral"; Icon: LucideIcon };

const LOOKS: Record<SignatureVerdict, Look> = {
  verified: { word: texts.verified(), tone: "good", Icon: ShieldCheck },
  forged: { word: texts.forged(), tone: "danger", Icon: ShieldAlert },
  unsigned: { word: texts.unsigned(), tone: "neutral", Icon: ShieldOff },
  "not-checked": { word: texts.notChecked(), tone: "neutral", Icon: CircleHelp },
};

/** Whether the headers match the signature of the hop above, and the reason. */
function SignatureView({ signature }: Pick<EnvelopeInspection, "signature">) {
  const { recorded, now, why } = signature;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
      <VerdictChip verdict={now} />
      <span>{why}</span>
      {recorded !== null && (
        <span className="text-faint">
          {recorded === now ? texts.theHopFoundTheSame() : texts.theHopItselfFound({ recorded })}
        </span>
      )}
    </div>
  );
}

function VerdictChip({ verdict }: { verdict: SignatureVerdict }) {
  const { word, tone, Icon } = LOOKS[verdict];
  return (
    <Chip tone={tone}>
      <Icon className="size-3" strokeWidth={2} aria-hidden="true" />
      {word}
    </Chip>
  );
}
