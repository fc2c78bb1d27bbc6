/** How the audit trail covers columns of a table, and why. */
import "server-only";

export type Covered<Column extends string = string> = {
  /** `bound`: an edit does not lead to what was signed. `recomputed`: the full check compares it with something bound. */
  how: "bound" | "recomputed" | "free";
  columns: readonly Column[];
  /** The row or seal that binds it, what it is recomputed from, or why it is free. */
  why: string;
};

export const bound = <Column extends string>(why: string, ...columns: readonly Column[]) =>
  ({ how: "bound", columns, why }) as const;
export const recomputed = <Column extends string>(why: string, ...columns: readonly Column[]) =>
  ({ how: "recomputed", columns, why }) as const;
export const free = <Column extends string>(why: string, ...columns: readonly Column[]) =>
  ({ how: "free", columns, why }) as const;
