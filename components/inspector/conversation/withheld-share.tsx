"use client";
/** How much of what a run recorded was sent to the person, and how much was not. */
import { Explained } from "@/components/ui/explained.tsx";
import type { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import * as texts from "@/lib/messages/inspector-conversation.ts";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { shareWithheld } from "./share-withheld.ts";

export function WithheldShare({ seen }: { seen: PublicTranscript }) {
  const { withheldBytes, percent } = shareWithheld(seen);
  if (seen.storedBytes === 0) return null;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b px-4 py-2 text-xs lg:px-6">
      <div className="flex gap-1.5">
        <dt className="text-faint">
          <Term name="publicEvent">{texts.sentToThePerson()}</Term>
        </dt>
        <dd className="tabular-nums">
          <Explained text={`${formatCount(seen.seenBytes)} bytes`}>
            {formatBytes(seen.seenBytes)}
          </Explained>
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt className="text-faint">
          <Term name="withheld">{texts.withheld()}</Term>
        </dt>
        <dd className="tabular-nums">
          <Explained text={`${formatCount(withheldBytes)} bytes`}>
            {formatBytes(withheldBytes)} · {percent} %
          </Explained>
        </dd>
      </div>
      <div
        aria-hidden="true"
        className="flex h-1.5 min-w-16 flex-1 self-center overflow-hidden rounded-full bg-line"
      >
        <span className="bg-accent" style={{ width: `${100 - Number(percent)}%` }} />
      </div>
    </dl>
  );
}
