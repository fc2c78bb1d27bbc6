/**
 * ARIA roles of a tree grid. They are explicit, because table elements lose their meaning with another display type.
 * The
 * grid has the focus and names its active row.
 */
export const TREE_GRID = { role: "treegrid", tabIndex: 0 } as const;
export const ROW_GROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
export const CELL = { role: "gridcell" } as const;
export const COLUMN_HEAD = { role: "columnheader" } as const;
export const FIRST_ROW = { ...ROW, "aria-rowindex": 1 } as const;
