/** A rate with its interval, in words. */
import type { Rate } from "@/lib/contracts/inspector/review/model-judge.ts";
import * as text from "@/lib/messages/review-judge.ts";
import { formatCount, formatPercent } from "../../values/format-figures.ts";

/** `85 % (62 % to 97 %), 17 of 20`; the words for it where there is no case. */
export function formatRate({ found, of, low, high }: Rate): string {
  if (of === 0) return text.noCaseYet();
  const rate = text.rate({
    share: formatPercent(found / of),
    low: formatPercent(low),
    high: formatPercent(high),
  });
  return `${rate}, ${text.ofCases({ found: formatCount(found), of: formatCount(of) })}`;
}
