/** One thing done many times, and what its slow end took. */
import { inPeace } from "../measure/machine/in-peace.ts";
import { quantile } from "../measure/machine/statistics.ts";

/** @returns the 95th percentile, in whatever unit `act` answers */
export async function p95Of(
  times: number,
  act: (round: number) => Promise<number>,
): Promise<number> {
  return inPeace(async () => {
    const taken: number[] = [];
    for (let round = 0; round < times; round += 1) taken.push(await act(round));
    return quantile(taken, 0.95);
  });
}

/** Milliseconds that `act` takes. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
