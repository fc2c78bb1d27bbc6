/** The address of the runs behind a figure or a bucket. */
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";
import { toSearch } from "../runs/use-runs.ts";

type Stretch = { from: string; to: string };

export function runsAddress({ from, to }: Stretch, narrow: RunQuery = {}): string {
  return `/admin/runs?${toSearch({ ...narrow, from, to })}`;
}
