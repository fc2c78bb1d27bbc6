/** The processor's time of this process and of all children that have ended, theirs included. */
import { readFileSync } from "node:fs";

/** proc(5): fields 14 to 17, utime, stime, cutime and cstime; the second field may hold spaces and ends with ")". */
const FIRST_AFTER_NAME = 3;
const FIELDS = [14, 15, 16, 17];
/** Linux tells them in hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100;

/** @returns seconds; null where the system does not tell, as on macOS */
export function processorSeconds(): number | null {
  try {
    const text = readFileSync("/proc/self/stat", "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = FIELDS.map((field) => Number(fields[field - FIRST_AFTER_NAME]));
    return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
