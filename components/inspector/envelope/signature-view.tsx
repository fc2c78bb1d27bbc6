/** Whether the headers match the signature of the hop above, and the reason. */

import { CircleHelp, type LucideIcon, ShieldAlert, ShieldCheck, ShieldOff } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type {
  EnvelopeInspection,
  SignatureVerdict,
} from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import * as text from "@/lib/messages/inspector-envelope.ts";

type Look = { word: string; tone: "good" | "danger" | "warn" | "neutral"; Icon: LucideIcon };

const LOOKS: Record<SignatureVerdict, Look> = {
  verified: { word: text.verified(), tone: "good", Icon: ShieldCheck },
  forged: { word: text.forged(), tone: "danger", Icon: ShieldAlert },
  unsigned: { word: text.unsigned(), tone: "neutral", Icon: ShieldOff },
  "not-checked": { word: text.notChecked(), tone: "neutral", Icon: CircleHelp },
};

export function SignatureView({ signature }: Pick<EnvelopeInspection, "signature">) {
  const { recorded, now, why } = signature;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
      <VerdictChip verdict={now} />
      <span>{why}</span>
      {recorded !== null && (
        <span className="text-faint">
          {recorded === now ? text.theHopFoundTheSame() : text.theHopItselfFound({ recorded })}
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
