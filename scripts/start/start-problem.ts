/** A problem that the person who starts Halfsilver can fix. Its message is printed without a stack. */
export class StartProblem extends Error {}

export function reportProblem(error: unknown): void {
  console.error(error instanceof StartProblem ? error.message : error);
}
