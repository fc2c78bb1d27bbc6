/** A calculation: Python for it, and the words around its result. */

export type Calculation = {
  /** Says what is computed. Recognising the label gives the same calculation again, so a call explains itself later. */
  label: string;
  /** Python that prints the result; its first line is the label as a comment. */
  code: string;
  /** One Markdown sentence. */
  phrase(result: string): string;
};

/** @returns null where the text asks for something else */
export type Recogniser = (text: string) => Calculation | null;

/** @param subject how the sentence begins, e.g. "The sum of 1 and 2"; default: the label */
export function makeCalculation(label: string, body: string, subject = label): Calculation {
  return {
    label,
    code: `# ${label}\n${body.trim()}\n`,
    phrase: (result) => `${capitalise(subject)} is ${emphasise(result)}.`,
  };
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const LONG_RESULT_CHARS = 400;

/** Bold; a very long number is shown by its ends. */
export function emphasise(result: string): string {
  const line = result.trim().replace(/\s*\n\s*/g, ", ");
  if (line.length <= LONG_RESULT_CHARS) return `**${line}**`;
  const ends = `**${line.slice(0, 60)}…${line.slice(-20)}**`;
  return /^-?\d+$/.test(line) ? `${ends} (${line.replace("-", "").length} digits)` : ends;
}

export const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Every number in the text, as written. */
export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}
