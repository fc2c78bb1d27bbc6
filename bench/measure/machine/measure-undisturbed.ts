/** Repeats a measurement when other virtual machines took processor time, whatever its result was. */
import { machineTicks, stolenShare } from "./machine-busy.ts";

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
