/** The tree of a conversation: nested where a message has versions, with a link to the run that wrote each answer. */
"use client";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { TreeMessage } from "@/lib/contracts/inspector/run/conversation-tree.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as texts from "@/lib/messages/inspector-tree.ts";
import { STATUS_LOOKS } from "../run-marks.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { type Branch, type Stretch, useConversationTree } from "./conversation-tree.ts";

type TreeViewProps = {
  tree: Stretch;
  runId: string;
  /** The number of older messages that are left out. */
  left: number;
};

export function TreeView({ tree, runId, left }: TreeViewProps) {
  return (
    <div className="px-4 py-3 lg:px-6">
      {left > 0 && (
        <p className="mb-2 text-xs text-faint">
          {texts.olderLeftOut({ count: left, number: formatCount(left) })}
        </p>
      )}
      <StretchView stretch={tree} runId={runId} label={texts.treeOfVersions()} />
    </div>
  );
}

type StretchViewProps = { stretch: Stretch; runId: string; label: string };

function StretchView({ stretch: { messages, versions }, runId, label }: StretchViewProps) {
  const [first] = versions.map(({ messages }) => messages[0]);
  const isQuestion = first?.role === "user";
  return (
    <ol aria-label={label} className="grid gap-px">
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} runId={runId} />
      ))}
      {versions.length > 0 && (
        <li className="pt-1">
          <p className="text-xs text-faint">
            {isQuestion
              ? texts.versionsOfQuestion({ count: versions.length })
              : texts.versionsOfAnswer({ count: versions.length })}
          </p>
          <ol className="grid gap-2 pt-1">
            {versions.map((version, index) => (
              <Version
                key={version.messages[0]?.id}
                version={version}
                runId={runId}
                label={texts.versionOf({ index: index + 1, count: versions.length })}
              />
            ))}
          </ol>
        </li>
      )}
    </ol>
  );
}

function Version({ version, runId, label }: { version: Stretch; runId: string; label: string }) {
  const isShown = version.messages[0]?.shown ?? false;
  return (
    <li
      className={cn("border-s ps-3 max-md:ps-2", isShown ? "border-accent" : "border-line-strong")}
    >
      <p className="flex flex-wrap items-center gap-x-2 py-0.5 text-xs">
        <span className="font-medium text-soft">{label}</span>
        {isShown && <span className="text-accent-strong">{texts.shownToThePerson()}</span>}
      </p>
      <StretchView stretch={version} runId={runId} label={label} />
    </li>
  );
}

function MessageRow({ message, runId }: { message: TreeMessage; runId: string }) {
  const { role, words, masked, run, ending, continuedBy, onBranch } = message;
  const isThis = run?.id === runId;
  const status = run && run.status !== "complete" ? STATUS_LOOKS[run.status].word : null;
  return (
    <li
      aria-current={isThis ? "true" : undefined}
      className={cn(
        "grid grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-2 rounded-sm px-1 py-1 text-xs",
        isThis && "bg-accent-wash",
        !onBranch && "text-soft",
      )}
    >
      <span className="font-medium text-faint">
        <span aria-hidden="true">
          {role === "user" ? texts.questionLetter() : texts.answerLetter()}
        </span>
        <span className="sr-only">{role === "user" ? texts.question() : texts.answer()}</span>
      </span>
      <span className="truncate">
        {masked ? (
          <span className="text-faint">{texts.masked()}</span>
        ) : words === "" ? (
          <span className="text-faint">
            {ending === null ? texts.stillWritten() : texts.noWords()}
          </span>
        ) : (
          <InertText text={words} />
        )}
      </span>
      <span className="flex items-baseline gap-2">
        {status && <Chip>{status}</Chip>}
        {continuedBy !== null && <span className="text-faint">{texts.continuedBelow()}</span>}
        {isThis && <span className="font-medium text-accent-strong">{texts.thisRun()}</span>}
        {run && !isThis && (
          <Link href={`/admin/runs/${run.id}`} prefetch={false} className={TEXT_LINK}>
            {texts.openRun()}
          </Link>
        )}
      </span>
    </li>
  );
}

type BranchNoteProps = { run: InspectedRun; panel: "context" | "states" };

/**
 * Says which branch of the conversation a panel shows, and leads to the same panel of another one.
 * Nothing for a conversation with one branch.
 */
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
