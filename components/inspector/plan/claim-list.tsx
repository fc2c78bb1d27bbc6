/** What agents say about their own work, compared with the log. */
"use client";
import { Check, CircleHelp, EqualNot, type LucideIcon, TriangleAlert } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type {
  InspectedClaim,
  PlanInspection,
} from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { Digest } from "../values/copy-button.tsx";
import { amountOf, formatCount, numberItems } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { AttemptView } from "./attempt-view.tsx";

type Look = { word: string; tone: "good" | "warn" | "danger" | "neutral"; Icon: LucideIcon };

const VERDICTS: Record<InspectedClaim["verdicts"][number], Look> = {
  agrees: { word: texts.agrees(), tone: "good", Icon: Check },
  "other-status": { word: texts.endedOtherwise(), tone: "danger", Icon: EqualNot },
  "other-arguments": { word: texts.otherArguments(), tone: "danger", Icon: EqualNot },
  "did-not-run": { word: texts.didNotRun(), tone: "danger", Icon: TriangleAlert },
  "not-claimed": { word: texts.notSaid(), tone: "warn", Icon: CircleHelp },
  unreadable: { word: texts.cannotBeRead(), tone: "warn", Icon: TriangleAlert },
};

export function ClaimList({ plan: { claims, claimCount } }: { plan: PlanInspection }) {
  if (claimCount === 0) return null;
  const wrong = claims.filter(({ verdicts }) => !verdicts.includes("agrees")).length;
  return (
    <section aria-label={texts.whatAgentsSayOfThemselves()} className="@container border-b">
      <div className="px-4 pt-3 pb-2">
        <h3 className="text-xs font-medium text-soft">
          <Term name="claim">{texts.whatAgentsSayOfThemselves()}</Term>
        </h3>
        <p className="text-xs text-faint">
          {wrong === 0
            ? texts.itAgreesWithTheLogIn()
            : texts.someDoNotAgreeWithTheLog({
                claims: formatCount(claims.length),
                ...amountOf(wrong),
              })}
        </p>
      </div>
      <ul>
        {numberItems(claims).map(({ ordinal, item }) => (
          <ClaimRow key={ordinal} claim={item} />
        ))}
      </ul>
      {claimCount > claims.length && (
        <p className="px-4 py-2 text-xs text-faint">
          {texts.showingOfClaims({
            claims: formatCount(claims.length),
            claimCount: formatCount(claimCount),
          })}
        </p>
      )}
    </section>
  );
}

function ClaimRow({ claim }: { claim: InspectedClaim }) {
  return (
    <li className="grid gap-x-4 gap-y-2 border-t px-4 py-2.5 @2xl:grid-cols-[minmax(0,1fr)_9.5rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="text-xs text-faint">
          <InertText text={claim.agentId} /> {describeClaim(claim)}
        </p>
        {claim.claimedSha256 !== null && (
          <p className="text-xs text-faint">
            {texts.argumentsWord()} <Digest sha256={claim.claimedSha256} />
          </p>
        )}
        {claim.claim && <PayloadView payload={claim.claim} title={texts.claim()} />}
      </div>
      <div className="flex flex-wrap content-start gap-1">
        {claim.verdicts.map((verdict) => (
          <VerdictChip key={verdict} verdict={verdict} />
        ))}
      </div>
      <div className="min-w-0">
        {claim.ran ? (
          <AttemptView attempt={claim.ran} expected={claim.claimedSha256} number={null} />
        ) : (
          <p className="text-faint">{texts.theLogHoldsNothingOfThe()}</p>
        )}
      </div>
    </li>
  );
}

function describeClaim({ claim, claimedStatus: status }: InspectedClaim): string {
  if (claim === null) return texts.saysNothingOfThisCall();
  return status === null ? texts.says() : texts.saysStatus({ status });
}

function VerdictChip({ verdict }: { verdict: InspectedClaim["verdicts"][number] }) {
  const { word, tone, Icon } = VERDICTS[verdict];
  return (
    <Chip tone={tone}>
      <Icon className="size-3" strokeWidth={2.25} aria-hidden="true" />
      {word}
    </Chip>
  );
}
