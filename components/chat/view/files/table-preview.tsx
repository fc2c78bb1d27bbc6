/** The beginning of a table: the first row names the columns, and the rest scrolls below and beside it. */
import { SCROLLABLE } from "@/components/ui/markdown/in-place.tsx";

type TablePreviewProps = { rows: readonly (readonly string[])[]; label: string };

export function TablePreview({ rows: [head = [], ...rows], label }: TablePreviewProps) {
  return (
    <section
      aria-label={label}
      {...SCROLLABLE}
      className="max-h-[60dvh] overflow-auto rounded-md border border-line"
    >
      <table className="w-max min-w-full border-collapse text-left text-xs">
        <thead className="sticky top-0 bg-raised">
          <tr>
            {numbered(head).map(({ at, value }) => (
              <th
                key={at}
                scope="col"
                className="border-b border-line-strong px-2.5 py-1.5 font-[560]"
              >
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ at, value: cells }) => (
            <tr key={at} className="border-b border-line last:border-0">
              {numbered(cells).map(({ at: column, value }) => (
                <td
                  key={column}
                  dir="auto"
                  className="max-w-80 truncate px-2.5 py-1.5 tabular-nums"
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Cells have no identity but their place. */
function numbered<Value>(values: readonly Value[]): { at: number; value: Value }[] {
  return values.map((value, at) => ({ at, value }));
}
