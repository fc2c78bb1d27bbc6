/** Times what is done, and repeats a measurement when other virtual machines took processor time, whatever its result was. */
import { machineTicks, stolenShare } from "./machine-busy.ts";
import { quantile } from "./statistics.ts";

/** A larger share of stolen processor time counts as a disturbance. */
const STOLEN_MAX = 0.03;
const ATTEMPTS = 3;

/** @returns the first undisturbed measurement, or after three attempts the least disturbed one */
export async function measureUndisturbed<Value>(measure: () => Promise<Value>): Promise<Value> {
  let best: { value: Value; stolen: number } | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const before = machineTicks();
    const value = await measure();
    const stolen = stolenShare(before, machineTicks());
    if (!best || stolen < best.stolen) best = { value, stolen };
    if (best.stolen <= STOLEN_MAX || attempt === ATTEMPTS) return best.value;
  }
}

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
