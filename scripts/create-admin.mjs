/**
 * `npm run create-admin -- --email you@example.org [--role auditor]`: creates the first admin, or gives an account a role. A
 * role that is set in the database alone is found by the check of the audit trail.
 */
import { parseArgs } from "node:util";
import { createAdmin } from "./accounts/create-admin.ts";

const { values } = parseArgs({ options: { email: { type: "string" }, role: { type: "string" } } });
const result = await createAdmin(values.email ?? null, process.env, values.role);
if (!result.ok) {
  console.error(result.problem);
  process.exit(1);
}
console.log(result.message);
