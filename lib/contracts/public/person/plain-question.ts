/** A question's words where no Markdown is read: what stands in code there stands in quotation marks. Pure. */

export function plainQuestion(question: string): string {
  // Words and runs of backticks in turn: a run ends at the next one of its length.
  const parts = question.split(/(`+)/);
  let plain = "";
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const end = at % 2 === 1 ? parts.indexOf(part, at + 1) : -1;
    if (end < 0) {
      plain += part;
      continue;
    }
    plain += `“${parts
      .slice(at + 1, end)
      .join("")
      .trim()}”`;
    at = end;
  }
  return plain;
}
