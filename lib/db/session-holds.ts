/** The condition under which a session is valid, for every statement that checks one. */
import "server-only";
import { sql } from "kysely";
import { columnsOf } from "./typed-sql.ts";

const session = columnsOf("session");
const person = columnsOf("user");

/** For a statement over the tables `session` and `user`, without aliases. */
export const SESSION_HOLDS = sql<boolean>`(${session("expires_at")} > now()
  AND (NOT ${person("banned")} OR ${person("ban_expires")} <= now())
  AND ${person("erase_at")} IS NULL)`;
