/** Timing of repeated actions. */
import { measureUndisturbed } from "../measure/machine/measure-undisturbed.ts";
import { quantile } from "../measure/machine/statistics.ts";

/** @returns the 95th percentile of what `act` returns, in its unit */
export async function p95Of(
  times: number,
  act: (round: number) => Promise<number>,
): Promise<number> {
  return measureUndisturbed(async () => {
    const taken: number[] = [];
    for (let round = 0; round < times; round += 1) taken.push(await act(round));
    return quantile(taken, 0.95);
  });
}

/** @returns the duration of `act` in milliseconds */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
