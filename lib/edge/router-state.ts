/**
 * The header in which a page sends its router's state when it navigates. Next answers anything that is not of this shape
 * with an error and a stack in the log, so it is checked before Next reads it.
 */
import { z } from "zod/mini";

/** A name of the path, or a parameter with its value, its kind, and the static names beside it. */
const Segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.enum([
      ...(["c", "ci(..)(..)", "ci(.)", "ci(..)", "ci(...)", "oc"] as const),
      ...(["d", "di(..)(..)", "di(.)", "di(..)", "di(...)"] as const),
    ]),
    z.nullable(z.array(z.string())),
  ]),
]);

const RouterState: z.ZodMiniType = z.tuple([
  Segment,
  z.record(
    z.string(),
    z.lazy(() => RouterState),
  ),
  z.optional(z.nullable(z.tuple([z.string(), z.string()]))),
  z.optional(z.nullable(z.enum(["refetch", "inside-shared-layout", "metadata-only"]))),
  z.optional(z.nullable(z.number())),
  z.optional(z.string()),
]);

/** @param header JSON, percent-encoded */
export function isRouterState(header: string): boolean {
  try {
    return RouterState.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    return false;
  }
}
