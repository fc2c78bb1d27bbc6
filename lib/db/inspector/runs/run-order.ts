/** The sort orders of the list of runs, and cursors between two rows. */
import "server-only";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RunQuery, RunSort, SortDirection } from "../../../contracts/inspector/run-query.ts";
import { columnsOf } from "../../typed-sql.ts";
import { costOf } from "./run-cost.ts";

const run = columnsOf("run");

export type RunOrder = {
  /** The sort key of a row of `run`, a float8 or a timestamp, never null. */
  key: RawBuilder<number | Date>;
  /** True if the largest comes first. */
  descending: boolean;
  isMoment: boolean;
};

export function orderOf({ sort = "started", dir = "desc" }: Pick<RunQuery, "sort" | "dir">) {
  const key = keyOf(sort, dir);
  return { key, descending: dir === "desc", isMoment: sort === "started" };
}

/** @param backwards from the end to the beginning */
export function orderBy({ descending }: RunOrder, backwards = false): RawBuilder<unknown> {
  return descending !== backwards ? sql`sort_key DESC, id ASC` : sql`sort_key ASC, id DESC`;
}

/** True for the rows after a cursor, or before it when reading backwards. */
export function isBeyond(order: RunOrder, cursor: string, backwards = false): RawBuilder<SqlBool> {
  const [figure = "0", id = ""] = cursor.split("~");
  const value = order.isMoment
    ? sql`${toMoment(Number(figure))}::timestamptz`
    : sql`${Number(figure)}::float8`;
  const isAfter =
    order.descending !== backwards
      ? { key: sql`sort_key < ${value}`, id: sql`id > ${id}::uuid` }
      : { key: sql`sort_key > ${value}`, id: sql`id < ${id}::uuid` };
  if (!order.isMoment) return sql`(${isAfter.key} OR (sort_key = ${value} AND ${isAfter.id}))`;
  // Timestamps have an index: compared first and alone, its range starts at the cursor.
  const atOrAfter =
    order.descending !== backwards ? sql`sort_key <= ${value}` : sql`sort_key >= ${value}`;
  return sql`${atOrAfter} AND (${isAfter.key} OR ${isAfter.id})`;
}

/** An address may contain an invalid timestamp, which then means the end of the list. */
function toMoment(ms: number): Date {
  return new Date(Math.min(Math.max(ms, 0), Date.UTC(9999, 0)));
}

/** @returns a cursor at this row */
export function placeOf(row: { sort_key: number | Date; id: string }): string {
  const figure = row.sort_key instanceof Date ? row.sort_key.getTime() : row.sort_key;
  return `${figure}~${row.id}`;
}

function keyOf(sort: RunSort, dir: SortDirection): RawBuilder<number | Date> {
  // Rows without a figure come last in either direction: every figure lies between 0 and this value.
  const last = dir === "desc" ? sql`-1::float8` : sql`1e15::float8`;
  switch (sort) {
    case "started":
      return sql`${run("started_at")}`;
    case "duration":
      return sql`date_part('epoch', coalesce(${run("ended_at")}, now()) - ${run("started_at")})`;
    case "tokens":
      return sql`(${run("input_tokens")}::float8 + ${run("output_tokens")})`;
    case "model-calls":
      return sql`${run("model_calls")}::float8`;
    case "tool-calls":
      return sql`${run("tool_calls")}::float8`;
    case "deviation":
      return sql`coalesce(${columnsOf("run_score")("deviation")}, ${last})`;
    case "cost":
      return sql`coalesce(${costOf()}, ${last})`;
    default:
      return sort satisfies never;
  }
}
