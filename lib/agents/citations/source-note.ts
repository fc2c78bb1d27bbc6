/** What prompts say about sources. The inspector proves prompts with the same functions. */
import "server-only";
import { citedNumbers } from "../../contracts/public/sources/cited-numbers.ts";

/**
 * A tool's result as the prompt has it: its source numbers above it. Memory and log keep the result without them.
 *
 * @param numbers one, or one for each item of the result
 */
export function withSourceNumbers(content: string, numbers: readonly number[]): string {
  const [only] = numbers;
  if (only === undefined) return content;
  const which =
    numbers.length === 1
      ? `This result is source [${only}].`
      : `${numbers.map((number, index) => `Item ${index + 1} is source [${number}]`).join(", ")}.`;
  const ask = `After a claim from it, write a space and [${only}]`;
  const askEach = "After a claim from one of them, write a space and its number in square brackets";
  return `(${which} ${numbers.length === 1 ? ask : askEach}; write no other numbers so.)\n\n${content}`;
}

/** Asks for the numbers of an earlier step's text, where it has any. */
export function keepNumbersNote(text: string): string {
  return citedNumbers(text).length === 0
    ? ""
    : "\n\n(Numbers in square brackets name sources. Keep each right after the claim that it belongs to; add no others.)";
}
