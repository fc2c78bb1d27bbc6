/**
 * What masking in the assembler costs a turn, in processor time: the messages of turns that were taken, made to segments with
 * it and without, each in a process of its own.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { RecordedRequest } from "../../../lib/demo-model/http/demo-model-state.ts";
import { type Figure, ratioFigure } from "../../report.ts";

const OUTPUT_MAX_BYTES = 1_000;

/** @param turn processor time of the server, in µs */
export function measureMasking(requests: readonly RecordedRequest[], turn: number): Figure {
  const turns = new Set(requests.map(({ body }) => /Turn \d+/.exec(JSON.stringify(body))?.[0]));
  const bodies = requests.map(({ body }) => body);
  // Half of the turns warm the process.
  const cost = (isMasking: boolean) => cpuOf({ bodies, isMasking }) / (turns.size / 2);
  const [masked, plain] = [cost(true), cost(false)];
  return ratioFigure({
    id: "masking-cpu",
    name: "Masking in the assembler: CPU",
    ours: masked - plain,
    control: turn,
    controlName: "the turn",
    atMost: 0.02,
    unit: "µs",
    note: `${(requests.length / turns.size).toFixed(1)} prompts a turn, digests and sizes left out`,
    raw: { masked, plain },
  });
}

function cpuOf(given: object): number {
  const program = join(import.meta.dirname, "masking-process.ts");
  const stdout = execFileSync(process.execPath, ["--conditions=react-server", program], {
    input: JSON.stringify(given),
    maxBuffer: OUTPUT_MAX_BYTES,
    encoding: "utf8",
  });
  return Number(stdout);
}
