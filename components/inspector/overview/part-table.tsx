/** What each part of one kind costs: a table with a bar for each share. */
import type { SpendingPart } from "@/lib/contracts/inspector/spending-overview.ts";
import * as text from "@/lib/messages/inspector-spending.ts";
import { formatAtLeast, formatCost } from "../runs/cost-words.ts";
import { formatCount } from "../values/format-figures.ts";
import { Tokens } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";

type PartTableProps = {
  title: string;
  /** What the first column holds. */
  head: string;
  parts: readonly SpendingPart[];
  nameOf: (part: SpendingPart) => string;
  isTime?: boolean;
  note?: string | null;
};

const FIGURE = "py-1.5 pl-4 text-right whitespace-nowrap tabular-nums";

export function PartTable({ title, head, parts, nameOf, isTime, note }: PartTableProps) {
  const most = Math.max(...parts.map(({ cost }) => cost), Number.MIN_VALUE);
  return (
    <section>
      <table className="w-full text-sm">
        <caption className="pb-2 text-left text-sm font-medium">{title}</caption>
        <thead className="border-y text-xs text-faint">
          <tr>
            <th scope="col" className="py-1.5 text-left font-normal">
              {head}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {text.cost()}
            </th>
            <th scope="col" className={`${FIGURE} font-normal max-md:hidden`}>
              {text.callsHead()}
            </th>
            <th scope="col" className={`${FIGURE} font-normal max-md:hidden`}>
              {text.tokens()}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key} className="border-b hover:bg-hover">
              <th scope="row" className="w-full max-w-0 py-1.5 text-left font-normal">
                <span className="block truncate">
                  {isTime ? (
                    <time dateTime={part.key}>{part.key}</time>
                  ) : (
                    <InertText text={nameOf(part)} />
                  )}
                </span>
                <span
                  aria-hidden="true"
                  className={`mt-1 block h-1 min-w-[2px] rounded-full ${part.cost > 0 ? "bg-silver" : ""}`}
                  style={{ width: `${(part.cost / most) * 100}%` }}
                />
              </th>
              <td className={FIGURE}>
                <PartCost part={part} />
              </td>
              <td className={`${FIGURE} max-md:hidden`}>{formatCount(part.calls)}</td>
              <td className={`${FIGURE} max-md:hidden`}>
                <Tokens of={part} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="mt-2 text-xs text-faint">{note}</p>}
    </section>
  );
}

/** `≈` where a part is estimated, `≥` where calls have no known cost. */
function PartCost({ part }: { part: SpendingPart }) {
  const { cost, estimatedCost, calls, unpricedCalls } = part;
  if (calls > 0 && unpricedCalls === calls) return formatAtLeast(0);
  return (
    <>
      {unpricedCalls > 0 ? formatAtLeast(cost) : estimatedCost > 0 ? "≈ " : ""}
      {unpricedCalls === 0 && formatCost(cost)}
      {unpricedCalls > 0 && (
        <span className="sr-only">
          {" "}
          {text.partUnpriced({ number: formatCount(unpricedCalls) })}
        </span>
      )}
    </>
  );
}
