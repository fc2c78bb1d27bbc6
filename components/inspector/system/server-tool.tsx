/** One tool of an MCP server: whether it is offered, who accepted it, what its name is related to, and what it tells. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import {
  type InspectedTool,
  InspectedTools,
  type ToolDecision,
} from "@/lib/contracts/inspector/inspected-tools.ts";
import type { ToolKinKind } from "@/lib/contracts/tools/tool-kin.ts";
import * as text from "@/lib/messages/inspector-tools.ts";
import { TextDifference } from "../compare/text-difference.tsx";
import { describeFailure, postInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { Moment } from "../values/term.tsx";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";

export const ADDRESS = "/api/admin/tools";

type ServerToolProps = {
  tool: InspectedTool;
  isPinned: boolean;
  mayDecide: boolean;
};

const STATES = {
  offered: { word: text.offered, tone: "good" },
  waits: { word: text.waits, tone: "warn" },
  gone: { word: text.gone, tone: "neutral" },
  unseen: { word: text.unseen, tone: "neutral" },
  unclear: { word: text.unclear, tone: "danger" },
} as const;

const KIN: Record<ToolKinKind, (of: { of: string }) => string> = {
  renamed: text.renamed,
  moved: text.moved,
  shadowed: text.shadowed,
  "look-alike": text.lookAlike,
  "same-name": text.sameName,
};

export function ServerTool({ tool, isPinned, mayDecide }: ServerToolProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone then.
  const { mutate, isPending, error } = useDeciding(() => heading.current?.focus());
  const { word, tone } = STATES[tool.state];
  const { name, told } = tool;
  return (
    <li className="grid min-w-0 gap-2 border-t py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 ref={heading} tabIndex={-1} className="min-w-0 font-mono text-xs wrap-anywhere">
          {name}
        </h3>
        <Chip tone={tone}>{word()}</Chip>
        {tool.mayAccept && told !== null && (
          <Button
            look="outline"
            size="sm"
            className="ms-auto"
            aria-label={text.acceptNamed({ tool: name })}
            aria-disabled={isPending}
            onClick={() => !isPending && mutate({ do: "accept", name, sha256: told })}
          >
            {text.accept()}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {describeFailure(error)}
        </p>
      )}
      {tool.tool !== null && !name.endsWith(`_${tool.tool}`) && (
        <p className="text-soft wrap-anywhere">
          {text.namedByServer()} <InertText text={tool.tool} />
          {foreignLetters(tool.tool) !== "" && (
            <> ({text.foreignLetters({ letters: foreignLetters(tool.tool) })})</>
          )}
        </p>
      )}
      {tool.kin.map(({ kind, of }) => (
        <p
          key={`${kind} ${of}`}
          className={cn(
            "wrap-anywhere",
            kind !== "same-name" && tool.state === "waits" ? "text-warn" : "text-soft",
          )}
        >
          {KIN[kind]({ of })}
        </p>
      ))}
      <Accepted accepted={tool.accepted} />
      <Writing tool={tool} mayDecide={mayDecide} isPending={isPending} onLabel={mutate} />
      <Told tool={tool} isPinned={isPinned} />
    </li>
  );
}

/** What is not ASCII in a name, by number: it may look like a Latin letter. */
function foreignLetters(name: string): string {
  const numbers = [...name]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .filter((number) => number > 0x7f)
    .map((number) => `U+${number.toString(16).toUpperCase().padStart(4, "0")}`);
  return [...new Set(numbers)].join(", ");
}

function Accepted({ accepted }: Pick<InspectedTool, "accepted">) {
  if (accepted === null) return <p className="text-soft">{text.notAccepted()}</p>;
  const { by, who, at } = accepted;
  const words = {
    "first-sight": text.acceptedAtFirstSight(),
    settings: text.acceptedBySettings(),
    operator: text.acceptedByCommand(),
    admin: text.acceptedByAdmin({ who: who ?? text.goneAdmin() }),
  };
  return (
    <p className="text-soft wrap-anywhere">
      {words[by]}
      {at !== null && (
        <>
          , <Moment at={at} />
        </>
      )}
    </p>
  );
}

type WritingProps = {
  tool: InspectedTool;
  mayDecide: boolean;
  isPending: boolean;
  onLabel: (decision: ToolDecision) => void;
};

/** Whether it counts as writing, by whose word, and a button that says otherwise. */
function Writing({ tool, mayDecide, isPending, onLabel }: WritingProps) {
  const { name, writes, label } = tool;
  const named = writes ? text.countAsReadingNamed : text.countAsWritingNamed;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-soft wrap-anywhere">
        <span className="text-ink">{writes ? text.writes() : text.readsOnly()}</span>,{" "}
        {label === null ? (
          text.bySettings()
        ) : (
          <>
            {text.byAdmin({ who: label.who ?? text.goneAdmin() })}, <Moment at={label.at} />
          </>
        )}
      </p>
      {mayDecide && (
        <Button
          size="sm"
          look="outline"
          aria-label={named({ tool: name })}
          aria-disabled={isPending}
          onClick={() => !isPending && onLabel({ do: "label", name, writes: !writes })}
        >
          {writes ? text.countAsReading() : text.countAsWriting()}
        </Button>
      )}
    </div>
  );
}

/** What waits stands open, with its difference from what was accepted. */
function Told({ tool, isPinned }: { tool: InspectedTool; isPinned: boolean }) {
  const { name, told, difference, accepted } = tool;
  const waits = tool.state === "waits";
  return (
    <>
      {waits && difference && (
        <div className="grid gap-1">
          <p className="text-soft">{text.difference()}</p>
          <TextDifference text={difference} none={text.noDifference()} />
        </div>
      )}
      {waits && !difference && accepted !== null && !isPinned && (
        <p className="text-soft">{text.notKept()}</p>
      )}
      <details open={waits && !difference}>
        <summary className="w-fit cursor-pointer rounded-sm text-soft hover:text-ink">
          {told === null ? text.describedLast() : text.description()}
          <span className="sr-only"> {text.ofTool({ tool: name })}</span>
        </summary>
        <div className="mt-2 grid max-w-[60rem] gap-2">
          {tool.text === null ? (
            <p className="text-soft">{text.textNotKept()}</p>
          ) : (
            <FoldedText text={tool.text} mono />
          )}
          <p className="text-xs text-faint wrap-anywhere">
            {text.digest()} <code className="font-mono">{told ?? accepted?.sha256}</code>
          </p>
        </div>
      </details>
    </>
  );
}

/** Sends an admin's word. Whatever came of it, the page shows what holds then. */
function useDeciding(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: ToolDecision) => postInspected(InspectedTools, ADDRESS, decision),
    onSuccess: (tools) => {
      client.setQueryData(inspectorKeys.tools(), tools);
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: inspectorKeys.tools() }),
  });
}
