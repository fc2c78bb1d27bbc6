"use client";
/** A new conversation: an introduction, and examples to start with. Whole on a small phone, and fuller where there is room. */
import { ArrowUpRight, Calculator, FileText, type LucideIcon, Pilcrow, Users } from "lucide-react";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { Beam } from "./beam.tsx";
import { NoticeCard } from "./notice-card.tsx";

type Example = { kind: () => string; said: () => string; icon: LucideIcon };

/** The demo model can answer each of them. */
const EXAMPLES: readonly Example[] = [
  { kind: text.exampleFigureKind, said: text.exampleFigure, icon: Calculator },
  { kind: text.exampleUsersKind, said: text.exampleUsers, icon: Users },
  { kind: text.exampleBriefKind, said: text.exampleBrief, icon: FileText },
  { kind: text.exampleLongKind, said: text.exampleLong, icon: Pilcrow },
];

export function EmptyState({ onPick }: { onPick: (text: string) => void }) {
  const { modelLabel } = useChat();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="column flex flex-1 flex-col justify-end px-4 pt-3 pb-3 md:px-6 md:pt-6 md:pb-8">
        <Beam className="empty-beam w-full text-ink" />
        <h2 className="text-xl font-[580] tracking-[-0.024em] text-balance max-md:text-[1.375rem] max-md:leading-7">
          {text.emptyHeading()}
        </h2>
        <p className="mt-1 max-w-[34rem] text-soft max-md:leading-5 md:mt-1.5 md:text-md">
          {text.emptyHint()}
          {modelLabel && <span className="max-md:hidden"> {text.emptyDemoHint()}</span>}
        </p>
        <ul className="mt-3 grid grid-cols-1 md:mt-7 md:grid-cols-2 md:gap-3">
          {EXAMPLES.map((example) => (
            <ExampleCard key={example.said()} example={example} onPick={onPick} />
          ))}
        </ul>
        <NoticeCard />
      </div>
    </div>
  );
}

type ExampleCardProps = { example: Example; onPick: (text: string) => void };

/** A row on a phone, a card where there is room. */
function ExampleCard({ example, onPick }: ExampleCardProps) {
  const { kind, said, icon: Icon } = example;
  return (
    <li className="max-md:border-b max-md:first:border-t">
      <button
        type="button"
        onClick={() => onPick(said())}
        className="example-card group relative flex h-full min-h-11 w-full items-center gap-3 text-left md:items-start md:rounded-lg md:border md:bg-raised md:px-4 md:py-3.5"
      >
        <Icon
          className="size-4 shrink-0 text-accent md:mt-0.5"
          strokeWidth={1.6}
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1">
          <span className="block text-xs text-faint max-md:sr-only">{kind()}</span>
          <span className="block text-ink max-md:truncate md:mt-0.5">{said()}</span>
        </span>
        <ArrowUpRight
          className="size-4 shrink-0 text-faint transition-transform duration-200 ease-glass group-hover:translate-x-0.5 group-hover:-translate-y-0.5 group-hover:text-accent"
          strokeWidth={1.6}
          aria-hidden="true"
        />
      </button>
    </li>
  );
}
