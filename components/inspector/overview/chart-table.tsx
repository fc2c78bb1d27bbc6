/** A chart as a table, newest first. Each row links to its runs. */

import Link from "next/link";
import type { Overview } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import * as text from "@/lib/messages/inspector-overview.ts";
import { TEXT_LINK } from "../text-link.ts";
import type { Chart } from "./chart-types.ts";
import { formatStretch } from "./format-bucket.ts";
import { runsAddress } from "./runs-address.ts";

const CELL = "py-1 pr-3 text-right whitespace-nowrap last:pr-0";

export function ChartTable({ chart, overview }: { chart: Chart; overview: Overview }) {
  return (
    <table className="w-full text-xs tabular-nums">
      <caption className="sr-only">{text.overTime({ title: chart.title })}</caption>
      <thead className="sticky top-0 bg-canvas text-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            {text.from()}
          </th>
          {chart.series.map(({ name }) => (
            <th key={name} scope="col" className={`${CELL} font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {overview.buckets.toReversed().map((bucket) => (
          <tr key={bucket.from} className="border-t">
            <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
              <Link href={runsAddress(bucket, chart.narrow)} prefetch={false} className={TEXT_LINK}>
                {formatStretch(bucket.from, overview.range)}
              </Link>
            </th>
            {chart.series.map(({ name, value, narrow }) => {
              const figure = value(bucket);
              const shown = figure === null ? "–" : chart.format(figure);
              return (
                <td key={name} className={CELL}>
                  {narrow && figure ? (
                    <Link href={runsAddress(bucket, narrow)} prefetch={false} className={TEXT_LINK}>
                      {shown}
                    </Link>
                  ) : (
                    shown
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
