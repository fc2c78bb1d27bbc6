/** A column of a table whose cells all say the same gives way to one line above the table. */
import * as text from "@/lib/messages/inspector-values.ts";

/** Fewer rows are read as fast as the line. */
const ROWS_MIN = 3;

/**
 * @param cells what each column that may give way says in a row; null: more than can stand in the line
 * @returns the columns that say the same in every row, with what they say
 */
export function foldSameColumns<Row, Column extends string>(
  rows: readonly Row[],
  cells: Partial<Record<Column, (row: Row) => string | null>>,
): ReadonlyMap<Column, string> {
  const folded = new Map<Column, string>();
  const [first, ...others] = rows;
  if (first === undefined || rows.length < ROWS_MIN) return folded;
  for (const column of Object.keys(cells) as Column[]) {
    const sayOf = cells[column];
    const said = sayOf?.(first) ?? null;
    if (said !== null && others.every((row) => sayOf?.(row) === said)) folded.set(column, said);
  }
  return folded;
}

type SameLineProps<Column extends string> = {
  /** For the table's `aria-describedby`. */
  id: string;
  folded: ReadonlyMap<Column, string>;
  /** The heading of each column. */
  names: Readonly<Record<Column, string>>;
};

/** Nothing where no column gives way. */
export function SameLine<Column extends string>({ id, folded, names }: SameLineProps<Column>) {
  if (folded.size === 0) return null;
  return (
    <p id={id} className="mb-2 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-faint">
      {text.theSameInEveryRow()}
      {[...folded].map(([column, said]) => (
        <span key={column}>
          {names[column]}: <span className="text-soft">{said}</span>
        </span>
      ))}
    </p>
  );
}
