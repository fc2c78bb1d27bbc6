export type Progress = {
  /** @param phase what is being done */
  show(done: number, total: number, phase?: string): void;
  /** @param text stands in the place of the line; empty after a failure */
  end(text: string): void;
};
export type ProgressOutput = { isTTY?: boolean; write(text: string): unknown };
export function startProgress(what: string, output?: ProgressOutput): Progress;
export function printLine(line: string, output?: ProgressOutput): void;
