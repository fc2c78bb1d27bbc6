import { describe, expect, it } from "vitest";
import { foldSameColumns } from "./same-columns.tsx";

type Row = { agent: string; status: string; figure: number | null };

const fold = (rows: readonly Row[]) => [
  ...foldSameColumns(rows, {
    agent: (row: Row) => row.agent,
    status: (row: Row) => row.status,
    figure: (row: Row) => row.figure?.toFixed(2) ?? null,
  }),
];

const row = (more: Partial<Row> = {}): Row => ({
  agent: "general",
  status: "complete",
  figure: 0,
  ...more,
});

describe("foldSameColumns", () => {
  it("folds what every row says, in the order of the columns", () => {
    expect(fold([row(), row({ status: "failed" }), row()])).toEqual([
      ["agent", "general"],
      ["figure", "0.00"],
    ]);
  });

  it("keeps a column where one row has more to say than a line can", () => {
    expect(fold([row(), row(), row({ figure: null })])).not.toContainEqual(["figure", "0.00"]);
    const none = [row({ figure: null }), row({ figure: null }), row({ figure: null })];
    expect(fold(none).map(([column]) => column)).toEqual(["agent", "status"]);
  });

  it("keeps every column of a table of two rows, and of an empty one", () => {
    expect(fold([row(), row()])).toEqual([]);
    expect(fold([])).toEqual([]);
  });
});
