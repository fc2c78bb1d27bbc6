/** Cuts marks from the end of a text in linear time; the expression `/[…]+$/` takes quadratic time on a long row of them. */

/** @param marks single characters @returns the text without those of them that it ends with */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text[end - 1] ?? " ")) end -= 1;
  return text.slice(0, end);
}
