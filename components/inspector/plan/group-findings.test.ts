import { expect, it } from "vitest";
import type { PlanFinding } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import { groupFindings } from "./plan-findings.tsx";

const finding = (kind: string, seq: number): PlanFinding => ({
  kind,
  severity: "warning",
  stepId: null,
  hopRef: `h${seq}`,
  seq,
  target: null,
  value: null,
});

it("makes one of twelve like findings, and keeps each of its records", () => {
  const twelve = Array.from({ length: 12 }, (_, at) => finding("ambiguous", at + 1));
  const groups = groupFindings([finding("denied", 20), ...twelve, finding("denied", 30)]);
  expect(groups.map((like) => [like[0].kind, like.length])).toEqual([
    ["denied", 2],
    ["ambiguous", 12],
  ]);
  expect(groups[1]?.map(({ seq }) => seq)).toEqual(twelve.map(({ seq }) => seq));
});
