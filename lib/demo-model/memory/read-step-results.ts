/** Results of earlier steps of the same plan, as messages beside the question or as a part of it. */

const AS_MESSAGE = /^(?:Known so far, from an earlier step|Result of step [^\n:]*):\s*\n/;
const AS_PART = /\n\nKnown so far:\n/;

/** @returns the result that a message holds; null where it is no such message */
export function readStepResult(content: string): string | null {
  const heading = AS_MESSAGE.exec(content);
  return heading ? content.slice(heading[0].length).trim() : null;
}

/** Parts a question from the results that stand below it. */
export function partStepResults(content: string): { question: string; results: string[] } {
  const [question = "", ...results] = content.split(AS_PART);
  return { question, results: results.map((result) => result.trim()) };
}
