/** Who can judge, and whose a case is by that. */
import "server-only";
import { sql } from "kysely";
import { ROLE_PERMISSIONS } from "../../../access/permissions.ts";

const REVIEWING = Object.entries(ROLE_PERMISSIONS).flatMap(([role, permissions]) =>
  permissions.includes("review:judge") ? role : [],
);

/** Of the row `user`: somebody who can judge. */
export const IS_REVIEWER = sql<boolean>`("user".role = ANY(${REVIEWING}::text[])
  AND "user".banned IS NOT TRUE AND "user".erase_at IS NULL)`;

/** Of the row `review_case`. Null: it is nobody's, or of somebody who can no longer judge. */
export const ASSIGNED_TO = sql<string | null>`(SELECT "user".id FROM "user"
  WHERE "user".id = review_case.assigned_to AND ${IS_REVIEWER})`;
