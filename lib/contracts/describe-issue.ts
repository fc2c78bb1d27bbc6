/** Says where a value does not match its schema, for logs and reports. */
import type { z } from "zod";

/** The path to a value that does not match its schema, as `answers.zip`. @param whole see `describeIssue` */
export function placeOf({ path }: Pick<z.core.$ZodIssue, "path">, whole: string): string {
  return path.join(".") || whole;
}

/**
 * Where a value does not match its schema, and how: `answers.zip: Invalid input: expected string`. Without content:
 * keys that the schema does not know are counted, because a key may be anything that somebody wrote.
 *
 * @param whole what to call the value itself, which has no path
 */
export function describeIssue(issue: z.core.$ZodIssue, whole: string): string {
  const place = placeOf(issue, whole);
  if (issue.code !== "unrecognized_keys") return `${place}: ${issue.message}`;
  const { length } = issue.keys;
  return `${place}: ${length} ${length === 1 ? "key" : "keys"} that the schema does not know`;
}
