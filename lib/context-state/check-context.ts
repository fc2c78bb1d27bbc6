/** Is this value a context state, or a delta, of that schema? */
import type { z } from "zod";

export type Checked<Value> = { ok: true; value: Value } | { ok: false; detail: string };

/** Runs a schema over anything; never throws. `detail` says where and what, not the content. */
export function checkContext<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  try {
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, value: result.data };
    const issues = result.error.issues.slice(0, 3);
    const detail = issues.map(({ path, message }) => `${path.join(".") || "value"}: ${message}`);
    return { ok: false, detail: detail.join("; ").slice(0, 300) };
  } catch {
    return { ok: false, detail: "unreadable" };
  }
}
