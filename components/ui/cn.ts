/** Joins class names and leaves out empty ones; the classes of what is in several rooms. */

/** A field of several lines, which grows with its text. */
export const TEXT_BOX =
  "field-sizing-content w-full resize-none rounded-md border border-field bg-raised px-3";

export function cn(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
