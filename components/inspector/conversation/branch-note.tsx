/** Says which branch of the conversation a panel shows, and leads to the same panel of another one. */
"use client";
import Link from "next/link";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as texts from "@/lib/messages/inspector-tree.ts";
import { TEXT_LINK } from "../text-link.ts";
import { InertText } from "../values/text/inert-text.tsx";
import type { Branch } from "./tree/build-tree.ts";
import { useConversationTree } from "./tree/use-conversation-tree.ts";

type BranchNoteProps = { run: InspectedRun; panel: "context" | "states" };

/** Nothing for a conversation with one branch. */
export function BranchNote({ run, panel }: BranchNoteProps) {
  // The conversation beside the panel reads it, where there are branches.
  const { data } = useConversationTree(run, false);
  const branches = data?.branches ?? [];
  const own = branches.find(({ isOfRun }) => isOfRun);
  if (branches.length < 2 || !own) return null;
  const place = { index: own.number, count: branches.length };
  return (
    <section
      aria-label={texts.branches()}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b px-4 py-2 text-xs"
    >
      <p className="text-soft">
        {own.shown ? texts.showsBranchOfPerson(place) : texts.showsBranchSetAside(place)}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {branches
          .filter((branch) => branch !== own && branch.runId !== null)
          .map((branch) => (
            <li key={branch.number} className="max-w-64 truncate">
              <Link
                href={`/admin/runs/${branch.runId}?panel=${panel}`}
                prefetch={false}
                className={TEXT_LINK}
              >
                {texts.branch({ index: branch.number })}
              </Link>
              <BranchWords branch={branch} />
            </li>
          ))}
      </ul>
    </section>
  );
}

function BranchWords({ branch: { words, shown } }: { branch: Branch }) {
  return (
    <span className="text-faint">
      {shown && ` (${texts.shownToThePerson()})`}
      {words !== "" && (
        <>
          {" "}
          <InertText text={words} />
        </>
      )}
    </span>
  );
}
