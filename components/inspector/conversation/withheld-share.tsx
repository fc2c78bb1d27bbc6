/** How much of what a run recorded was sent to the person, and how much was not. */
"use client";
import { Explained } from "@/components/ui/explained.tsx";
import type { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import * as texts from "@/lib/messages/inspector-conversation.ts";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";

export function WithheldShare({ transcript }: { transcript: PublicTranscript }) {
  const { withheldBytes, percent } = shareWithheld(transcript);
  if (transcript.storedBytes === 0) return null;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b px-4 py-2 text-xs lg:px-6">
      <div className="flex gap-1.5">
        <dt className="text-faint">
          <Term name="publicEvent">{texts.sentToThePerson()}</Term>
        </dt>
        <dd className="tabular-nums">
          <Explained text={describeBytes(transcript.publicBytes)}>
            {formatBytes(transcript.publicBytes)}
          </Explained>
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt className="text-faint">
          <Term name="withheld">{texts.withheld()}</Term>
        </dt>
        <dd className="tabular-nums">
          <Explained text={describeBytes(withheldBytes)}>
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

function describeBytes(count: number): string {
  return texts.byteCount({ count, number: formatCount(count) });
}

type Sizes = Pick<PublicTranscript, "storedBytes" | "publicBytes">;

/** @returns per cent with one decimal; never 100 if the person saw something, nor 0 if something was withheld */
export function shareWithheld({ storedBytes, publicBytes }: Sizes): {
  withheldBytes: number;
  percent: string;
} {
  const withheldBytes = Math.max(0, storedBytes - publicBytes);
  if (storedBytes === 0) return { withheldBytes, percent: "0.0" };
  const share = (withheldBytes / storedBytes) * 100;
  const least = withheldBytes === 0 ? 0 : 0.1;
  const most = publicBytes === 0 ? 100 : 99.9;
  return { withheldBytes, percent: Math.min(most, Math.max(least, share)).toFixed(1) };
}
