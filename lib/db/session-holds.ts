import "server-only";
/** When a session lets its person in: one condition, for every statement that asks. */
import { sql } from "kysely";
import { columnsOf } from "./typed-sql.ts";

const session = columnsOf("session");
const person = columnsOf("user");

/** For a statement over `session` and `user`, under these names. */
export const SESSION_HOLDS = sql<boolean>`(${session("expires_at")} > now()
  AND (NOT ${person("banned")} OR ${person("ban_expires")} <= now()))`;
