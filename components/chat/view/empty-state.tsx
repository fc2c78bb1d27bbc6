/** A new conversation: an introduction, and examples to start with. Whole on a small phone, and fuller where there is room. */
"use client";
import { ArrowUpRight, Calculator, FileText, type LucideIcon, Pilcrow, Users } from "lucide-react";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";
import * as noticeText from "@/lib/messages/notice.ts";
import { useChat } from "../chat-context.tsx";

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
        className="example-card group relative flex h-full min-h-11 w-full items-center gap-3 text-start md:items-start md:rounded-lg md:border md:bg-raised md:px-4 md:py-3.5"
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

/** An illustration of the name: light meets a half-silvered mirror; half is reflected, half passes. */
function Beam({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 300 100" fill="none" aria-hidden="true" className={className}>
      <defs>
        <Fade id="beam-in" from="0 50" to="118 50" start={0} end={1} />
        <Fade id="beam-through" from="132 50" to="300 50" start={0.6} end={0} />
        <Fade id="beam-back" from="118 50" to="118 0" start={0.9} end={0} />
        <linearGradient id="beam-plate" x1="0" x2="1" y1="1" y2="0">
          <stop stopColor="var(--color-silver)" stopOpacity=".1" />
          <stop offset=".52" stopColor="var(--color-silver)" stopOpacity=".75" />
          <stop offset="1" stopColor="var(--color-silver)" stopOpacity=".1" />
        </linearGradient>
      </defs>
      <path d="M74 94 162 6l9 9-88 88z" fill="url(#beam-plate)" />
      <path d="M74 94 162 6" stroke="var(--color-faint)" strokeOpacity=".7" />
      <path d="m83 103 88-88" stroke="var(--color-line-strong)" />
      <path d="M0 50h118" stroke="url(#beam-in)" strokeWidth="1.5" />
      <path d="M118 50V0" stroke="url(#beam-back)" strokeWidth="1.5" />
      <path d="M118 50h182" stroke="url(#beam-through)" strokeWidth="1.5" strokeDasharray="2 4" />
      <circle cx="118" cy="50" r="2.5" fill="var(--color-accent)" />
    </svg>
  );
}

type FadeProps = { id: string; from: string; to: string; start: number; end: number };

/** A gradient along a straight line, in user space because a straight line has an empty bounding box. */
function Fade({ id, from, to, start, end }: FadeProps) {
  const [x1, y1] = from.split(" ");
  const [x2, y2] = to.split(" ");
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={x1} y1={y1} x2={x2} y2={y2}>
      <stop stopColor="var(--color-accent)" stopOpacity={start} />
      <stop offset="1" stopColor="var(--color-accent)" stopOpacity={end} />
    </linearGradient>
  );
}

/** What a person reads before their first message, until they have said that they did. */
function NoticeCard() {
  const { notice, markNoticeSeen } = useChat();
  const [isSeen, setSeen] = useState(false);
  const [, start] = useTransition();
  if (!notice || isSeen) return null;
  const understand = () => {
    setSeen(true);
    document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus();
    // If it does not arrive, it is shown again the next time.
    start(
      async () => void (await markNoticeSeen({ digest: notice.digest }).catch(() => undefined)),
    );
  };
  return (
    <section
      aria-label={noticeText.before()}
      className="mt-3 rounded-md border border-line-strong px-3 py-2 text-xs text-soft md:mt-4 md:flex md:items-center md:gap-5 md:px-4 md:py-3 md:text-sm"
    >
      <p className="min-w-0 flex-1">{notice.summary}</p>
      <div className="flex shrink-0 items-center gap-x-4 max-md:mt-1.5">
        <Button look="outline" size="sm" onClick={understand}>
          {noticeText.understood()}
        </Button>
        <a
          href="/notice"
          className="inline-flex items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {noticeText.readAll()}
        </a>
      </div>
    </section>
  );
}
