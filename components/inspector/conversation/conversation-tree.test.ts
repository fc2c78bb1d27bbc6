import { describe, expect, it } from "vitest";
import type { TreeMessage } from "@/lib/contracts/inspector/run/conversation-tree.ts";
import { buildTree, listBranches, type Stretch } from "./conversation-tree.ts";

let clock = 0;

function message(
  id: string,
  parentId: string | null,
  more: Partial<TreeMessage> = {},
): TreeMessage {
  clock += 1;
  const role = id.startsWith("a") ? "assistant" : "user";
  return {
    id,
    parentId,
    role,
    words: `words of ${id}`,
    ending: null,
    continuedBy: null,
    createdAt: new Date(clock).toISOString(),
    run: role === "assistant" ? { id: `run of ${id}`, status: "complete" } : null,
    version: 1,
    versions: 1,
    shown: false,
    onBranch: false,
    ...more,
  };
}

const idsOf = ({ messages, versions }: Stretch): unknown => [
  ...messages.map(({ id }) => id),
  ...versions.map(idsOf),
];

describe("the tree of a conversation", () => {
  it("nests only where there are versions, and numbers the branches in order", () => {
    const tree = buildTree([
      message("q1", null, { shown: true }),
      message("a1", "q1", { shown: true }),
      message("q2", "a1", { versions: 2 }),
      message("a2", "q2"),
      message("q3", "a1", { version: 2, versions: 2, shown: true }),
      message("a3", "q3", { versions: 2 }),
      message("a4", "q3", { version: 2, versions: 2, shown: true, onBranch: true }),
    ]);
    expect(idsOf(tree)).toEqual(["q1", "a1", ["q2", "a2"], ["q3", ["a3"], ["a4"]]]);
    expect(listBranches(tree)).toEqual([
      { number: 1, runId: "run of a2", words: "words of q2", shown: false, isOfRun: false },
      { number: 2, runId: "run of a3", words: "words of a3", shown: false, isOfRun: false },
      { number: 3, runId: "run of a4", words: "words of a4", shown: true, isOfRun: true },
    ]);
  });

  it("keeps a continued answer together with what continues it", () => {
    const tree = buildTree([
      message("q1", null),
      message("a1", "q1", { continuedBy: "a2" }),
      message("a2", "q1"),
      message("q2", "a2"),
    ]);
    expect(idsOf(tree)).toEqual(["q1", "a1", "a2", "q2"]);
    expect(listBranches(tree)).toHaveLength(1);
  });

  it("has everybody, also where the beginning of a long conversation was left out, or there is nothing", () => {
    expect(idsOf(buildTree([message("q9", "gone"), message("a9", "q9")]))).toEqual(["q9", "a9"]);
    expect(listBranches(buildTree([]))).toEqual([]);
  });
});
