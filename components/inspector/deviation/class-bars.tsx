/** Kinds of deviation, most frequent first. Each links to its runs. */

import Link from "next/link";
import type { DeviationOverview } from "@/lib/contracts/inspector/deviation/deviation-overview.ts";
import * as text from "@/lib/messages/inspector-deviation.ts";
import { CLASS_LOOKS } from "../plan/class-chip.tsx";
import { formatPercent } from "../plan/format-share.ts";
import { formatCount } from "../values/format-figures.ts";
import { toRuns } from "./to-runs.ts";

const TONES = {
  neutral: "bg-silver",
  good: "bg-good",
  warn: "bg-warn",
  danger: "bg-danger",
};

export function ClassBars({
  overview: { classes, moves, since },
}: {
  overview: DeviationOverview;
}) {
  const most = classes[0]?.moves ?? 1;
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="text-sm font-medium">
        {text.kindsOfDeviation()}
      </h2>
      {classes.length === 0 ? (
        <p className="mt-2 text-soft">{text.everythingWentAsPlanned()}</p>
      ) : (
        <ul className="mt-2 border-y">
          {classes.map(({ class: name, moves: count }) => {
            const { word, tone, Icon, rule } = CLASS_LOOKS[name];
            return (
              <li
                key={name}
                className="relative grid grid-cols-[11rem_minmax(0,1fr)_8rem] items-center gap-x-4 border-b py-1.5 last:border-b-0 hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_auto]"
              >
                <Link
                  data-tooltip={rule}
                  href={toRuns({ class: name, since })}
                  prefetch={false}
                  className="flex items-center gap-2 rounded-sm after:absolute after:inset-0"
                >
                  <Icon className="size-4 text-faint" strokeWidth={1.75} aria-hidden="true" />
                  {word}
                </Link>
                <div
                  aria-hidden="true"
                  className="h-2 rounded-full bg-line max-md:order-3 max-md:col-span-2"
                >
                  <div
                    className={`h-full min-w-[3px] rounded-full ${TONES[tone]}`}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </div>
                <span className="text-right whitespace-nowrap tabular-nums">
                  {formatCount(count)}{" "}
                  <span className="inline-block w-12 text-xs text-faint">
                    {formatPercent(count / moves)}
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
