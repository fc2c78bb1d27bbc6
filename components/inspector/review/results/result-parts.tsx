/** Judged cases by one of their properties. */
import type {
  PartKind,
  ResultsPart,
  ResultsRange,
} from "@/lib/contracts/inspector/review/review-results.ts";
import * as text from "@/lib/messages/review-results.ts";
import { TableHead } from "../../frame.tsx";
import { formatCount, formatPercent } from "../../values/format-figures.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { FigureLink } from "./figure-link.tsx";

type ResultPartsProps = { kind: PartKind; range: ResultsRange; parts: readonly ResultsPart[] };

export const HEAD = "py-1.5 text-xs font-normal text-faint";
export const FIGURE = "py-1.5 pl-4 text-right whitespace-nowrap tabular-nums";

export function ResultParts({ kind, range, parts }: ResultPartsProps) {
  return (
    <section>
      <table className="w-full text-sm">
        <caption className="pb-2 text-left text-sm font-medium">{text.partTitle(kind)}</caption>
        <TableHead
          className={HEAD}
          columns={[
            [text.partHead(kind), "text-left"],
            [text.judgedCases(), "pl-4 text-right"],
            [text.foundWrong(), "pl-4 text-right"],
            [text.share(), "pl-4 text-right max-md:hidden"],
          ]}
        />
        <tbody>
          {parts.map(({ key, judged, upheld }) => (
            <tr key={key} className="border-b hover:bg-hover">
              <th scope="row" className="w-full max-w-0 truncate py-1.5 text-left font-normal">
                <InertText text={partName(kind, key)} />
              </th>
              <td className={FIGURE}>
                <FigureLink range={range} by={kind} of={key} name={partName(kind, key)}>
                  {formatCount(judged)}
                </FigureLink>
              </td>
              <td className={FIGURE}>
                <FigureLink range={range} by={kind} of={key} isWrong name={partName(kind, key)}>
                  {formatCount(upheld)}
                </FigureLink>
              </td>
              <td className={`${FIGURE} max-md:hidden`}>{formatPercent(upheld / judged)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function partName(kind: PartKind, key: string): string {
  if (key === "") return text.none();
  return kind === "rule" ? text.reasonName(key) : key;
}
