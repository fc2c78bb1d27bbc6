"use client";
/** A new conversation: an introduction, and examples to start with. */
import { ArrowUpRight } from "lucide-react";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { Beam } from "./beam.tsx";
import { NoticeCard } from "./notice-card.tsx";

/** The demo model can answer each of them. */
const EXAMPLES = [text.exampleFigure, text.exampleUsers, text.exampleBrief, text.exampleLong];

export function EmptyState({ onPick }: { onPick: (text: string) => void }) {
  const { modelLabel } = useChat();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="column flex flex-1 flex-col justify-end px-8 pt-6 pb-8 md:px-10 md:pb-10">
        <Beam className="mb-8 w-full max-w-64 text-ink max-md:max-w-52" />
        <h2 className="text-xl font-[580] tracking-[-0.024em] text-balance">
          {text.emptyHeading()}
        </h2>
        <p className="mt-1.5 max-w-[34rem] text-md text-soft">
          {text.emptyHint()} {modelLabel && text.emptyDemoHint()}
        </p>
        <ul className="mt-7 border-t">
          {EXAMPLES.map((example) => example()).map((example) => (
            <li key={example} className="border-b">
              <button
                type="button"
                onClick={() => onPick(example)}
                className="group flex w-full items-center justify-between gap-3 py-2.5 text-left text-md text-soft transition-colors hover:text-ink"
              >
                {example}
                <ArrowUpRight
                  className="size-4 shrink-0 text-faint transition-transform duration-200 ease-glass group-hover:translate-x-0.5 group-hover:-translate-y-0.5 group-hover:text-accent"
                  strokeWidth={1.6}
                  aria-hidden="true"
                />
              </button>
            </li>
          ))}
        </ul>
        <NoticeCard />
      </div>
    </div>
  );
}
