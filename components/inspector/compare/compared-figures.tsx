/** Figures of both runs, and what lies between them. */
import type { RunComparison } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import { listFigures } from "./list-figures.ts";

const HEAD = "px-3 py-1.5 text-right text-xs font-medium text-faint last:pr-0";
const CELL = "px-3 py-1.5 text-right tabular-nums last:pr-0";

export function ComparedFigures({ comparison }: { comparison: RunComparison }) {
  return (
    <table aria-label="Figures" className="w-full max-w-2xl border-y text-left">
      <thead>
        <tr className="border-b">
          <th className="py-1.5 text-xs font-medium text-faint">Figure</th>
          <th className={HEAD}>Left</th>
          <th className={HEAD}>Right</th>
          <th className={HEAD}>Difference</th>
        </tr>
      </thead>
      <tbody>
        {listFigures(comparison).map(({ name, left, right, difference }) => (
          <tr key={name} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 font-normal text-soft">
              {name}
            </th>
            <td className={CELL}>{left}</td>
            <td className={CELL}>{right}</td>
            <td className={`${CELL} ${difference === "same" ? "text-faint" : "font-medium"}`}>
              {difference}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
