/** The share of a run's record that was not sent to the person. Pure. */
import type { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";

type Sizes = Pick<PublicTranscript, "storedBytes" | "seenBytes">;

/** @returns per cent with one decimal; never 100 where something was seen, nor 0 where something was not */
export function shareWithheld({ storedBytes, seenBytes }: Sizes): {
  withheldBytes: number;
  percent: string;
} {
  const withheldBytes = Math.max(0, storedBytes - seenBytes);
  if (storedBytes === 0) return { withheldBytes, percent: "0.0" };
  const share = (withheldBytes / storedBytes) * 100;
  const least = withheldBytes === 0 ? 0 : 0.1;
  const most = seenBytes === 0 ? 100 : 99.9;
  return { withheldBytes, percent: Math.min(most, Math.max(least, share)).toFixed(1) };
}
