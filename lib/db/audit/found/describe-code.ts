/**
 * What PostgreSQL may call in place of its own: functions and operators of the schemas that names are looked up in, casts
 * between types of ours and its own, conversions, and event triggers. One line for each.
 */
import "server-only";
import { sql } from "kysely";
import type { DatabaseTransaction } from "../../client.ts";
import type { Names } from "./in-catalogue.ts";

type Code = { owner: string; line: string };

/** Objects below this number are PostgreSQL's own. */
const FIRST_ADDED = sql`16384`;

/** Functions of PostgreSQL's own that digests are made with: a superuser can replace even these. */
const OWN_MADE = ["sha256", "convert_to", "encode", "decode", "md5", "to_json", "concat"];

/**
 * An extension may have what it likes, but anybody can add a function to an extension. So one counts as the extension's if it
 * is compiled, or cannot be chosen where a name or operator of PostgreSQL's own is meant.
 */
const CODE = ({ schemas, own }: Names) => sql<Code>`
  WITH path AS (
    SELECT oid, nspname FROM pg_namespace WHERE nspname::text = ANY(${schemas}::text[])),
  extended AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  routine AS (
    SELECT pg_proc.*, lanname,
      EXISTS (SELECT FROM unnest(proargtypes::oid[]) AS given (type) WHERE type >= ${FIRST_ADDED}) AS has_added_type
    FROM pg_proc JOIN pg_language ON pg_language.oid = prolang),
  code AS (
    SELECT proname::text AS owner, concat_ws(' ',
      CASE prokind WHEN 'a' THEN 'aggregate' WHEN 'p' THEN 'procedure' WHEN 'w' THEN 'window function' ELSE 'function' END,
      quote_ident(nspname) || '.' || proname || '(' || pg_get_function_identity_arguments(routine.oid) || ')',
      lanname, provolatile, CASE WHEN prosecdef THEN 'as its owner' END, array_to_string(proconfig, ' '),
      coalesce(pg_get_function_sqlbody(routine.oid), prosrc)) AS line
      FROM routine JOIN path ON path.oid = pronamespace
      WHERE (routine.oid >= ${FIRST_ADDED} AND NOT (
          (lanname = 'c' OR has_added_type OR NOT EXISTS (
            SELECT FROM pg_proc AS builtin
            WHERE builtin.proname = routine.proname AND builtin.oid < ${FIRST_ADDED}))
          AND EXISTS (SELECT FROM extended WHERE classid = 'pg_proc'::regclass AND objid = routine.oid)))
        OR (routine.oid < ${FIRST_ADDED} AND proname::text = ANY(${OWN_MADE}::text[]) AND lanname <> 'internal')
    UNION ALL
    SELECT '', concat_ws(' ', 'operator', pg_operator.oid::regoperator, 'calls', oprcode)
      FROM pg_operator JOIN path ON path.oid = oprnamespace LEFT JOIN routine ON routine.oid = oprcode
      WHERE pg_operator.oid >= ${FIRST_ADDED} AND NOT (
        (lanname = 'c' OR oprleft >= ${FIRST_ADDED} OR oprright >= ${FIRST_ADDED})
        AND EXISTS (SELECT FROM extended WHERE classid = 'pg_operator'::regclass AND objid = pg_operator.oid))
    UNION ALL
    SELECT '', concat_ws(' ', 'cast', castsource::regtype, 'to', casttarget::regtype, nullif(castfunc, 0)::regprocedure)
      FROM pg_cast LEFT JOIN routine ON routine.oid = castfunc
      WHERE pg_cast.oid >= ${FIRST_ADDED}
        AND NOT EXISTS (
          SELECT FROM pg_type JOIN pg_namespace ON pg_namespace.oid = typnamespace
          WHERE pg_type.oid IN (castsource, casttarget) AND nspname::text NOT IN ('pg_catalog', ${own}))
        AND NOT ((lanname = 'c' OR castsource >= ${FIRST_ADDED} OR casttarget >= ${FIRST_ADDED})
          AND EXISTS (SELECT FROM extended WHERE classid = 'pg_cast'::regclass AND objid = pg_cast.oid))
    UNION ALL
    SELECT '', 'conversion ' || quote_ident(nspname) || '.' || conname
      FROM pg_conversion JOIN path ON path.oid = connamespace WHERE pg_conversion.oid >= ${FIRST_ADDED}
    UNION ALL
    SELECT '', concat_ws(' ', 'event trigger', evtname, 'on', evtevent, 'calls', evtfoid::regproc)
      FROM pg_event_trigger LEFT JOIN routine ON routine.oid = evtfoid
      WHERE NOT (lanname = 'c'
        AND EXISTS (SELECT FROM extended WHERE classid = 'pg_event_trigger'::regclass AND objid = pg_event_trigger.oid)))
  SELECT owner, replace(line, quote_ident(${own}) || '.', '') AS line FROM code`;

/** @param transaction one of `inCatalogue` */
export async function describeCode(
  transaction: DatabaseTransaction,
  names: Names,
): Promise<Code[]> {
  const { rows } = await CODE(names).execute(transaction);
  return rows;
}
