/** `npm run create-admin -- --email you@example.org`: creates the first admin, or promotes an account. */
import { parseArgs } from "node:util";
import { createAdmin } from "./accounts/create-admin.ts";

const { values } = parseArgs({ options: { email: { type: "string" } } });
const result = await createAdmin(values.email ?? null, process.env);
if (!result.ok) {
  console.error(result.problem);
  process.exit(1);
}
console.log(result.message);
