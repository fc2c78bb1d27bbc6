/** The instances as a table. On a narrow screen the first cell holds the hidden columns. */
"use client";
import { CircleSlash, LogOut, type LucideIcon, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type {
  InspectedInstance,
  InstanceState,
} from "@/lib/contracts/inspector/inspected-system.ts";
import * as text from "@/lib/messages/inspector-system.ts";
import { TableHead } from "../frame.tsx";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";

export const PLACE = "px-3 py-2 first:pl-0 last:pr-0";
export const CELL = `${PLACE} align-baseline max-lg:align-top`;
export const HEAD = `${CELL} text-xs font-medium whitespace-nowrap text-faint`;
const FIGURE = "text-right whitespace-nowrap tabular-nums";
const LG = "max-lg:hidden";

type Column = {
  name: () => string;
  /** Classes of the head, with its width. */
  head: string;
  cell: string;
  content: (instance: InspectedInstance) => ReactNode;
};

/** Columns after the name and the state. */
const COLUMNS: readonly Column[] = [
  {
    name: text.version,
    head: "w-28",
    cell: "wrap-anywhere",
    content: ({ version }) => <InertText text={version} />,
  },
  {
    name: text.since,
    head: "w-36",
    cell: "text-xs",
    content: ({ startedAt }) => <Moment at={startedAt} />,
  },
  {
    name: text.seen,
    head: "w-36",
    cell: "text-xs",
    content: ({ seenAt }) => <Moment at={seenAt} />,
  },
  {
    name: text.runs,
    head: "w-16 text-right",
    cell: FIGURE,
    content: ({ runs }) => formatCount(runs),
  },
  {
    name: text.streams,
    head: "w-28 text-right",
    cell: FIGURE,
    content: ({ streams }) => formatCount(streams),
  },
  {
    name: text.takeovers,
    head: "w-24 text-right",
    cell: FIGURE,
    content: ({ takeovers }) => formatCount(takeovers),
  },
  {
    name: text.memory,
    head: "w-24 text-right",
    cell: FIGURE,
    content: ({ memoryBytes }) => formatBytes(memoryBytes),
  },
];

type InstanceTableProps = { instances: readonly InspectedInstance[]; answeredBy: string };

export function InstanceTable({ instances, answeredBy }: InstanceTableProps) {
  return (
    <table aria-labelledby="instances" className="w-full table-fixed border-y text-left text-sm">
      <TableHead
        className={HEAD}
        columns={[
          [text.instance(), ""],
          [text.state(), "w-28"],
          ...COLUMNS.map(({ name, head }) => [name(), cn(LG, head)] as const),
        ]}
      />
      <tbody>
        {instances.map((instance) => (
          <InstanceRow
            key={instance.id}
            instance={instance}
            answersYou={instance.id === answeredBy}
          />
        ))}
      </tbody>
    </table>
  );
}

function InstanceRow({
  instance,
  answersYou,
}: {
  instance: InspectedInstance;
  answersYou: boolean;
}) {
  const tone = instance.state === "gone" ? "text-faint" : "";
  return (
    <tr className={cn("border-b last:border-b-0 hover:bg-hover", tone)}>
      <th scope="row" className={cn(CELL, "font-normal")}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <InstanceName id={instance.id} />
          {answersYou && <Chip explanation={text.answersYouMeaning()}>{text.answersYou()}</Chip>}
        </span>
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs lg:hidden">
          {COLUMNS.map(({ name, content }) => (
            <div key={name()} className="flex gap-x-1.5">
              <dt className="whitespace-nowrap text-faint">{name()}</dt>
              <dd>{content(instance)}</dd>
            </div>
          ))}
        </dl>
      </th>
      <td className={`${PLACE} align-top`}>
        <StateChip state={instance.state} />
      </td>
      {COLUMNS.map(({ name, cell, content }) => (
        <td key={name()} className={cn(CELL, LG, cell)}>
          {content(instance)}
        </td>
      ))}
    </tr>
  );
}

type Look = {
  word: () => string;
  meaning: (() => string) | null;
  tone: "good" | "warn" | "neutral";
  Icon: LucideIcon;
};

const STATES: Record<InstanceState, Look> = {
  up: { word: text.up, meaning: null, tone: "good", Icon: Play },
  draining: { word: text.draining, meaning: text.drainingMeaning, tone: "warn", Icon: LogOut },
  gone: { word: text.gone, meaning: text.goneMeaning, tone: "neutral", Icon: CircleSlash },
};

function StateChip({ state }: { state: InstanceState }) {
  const { word, meaning, tone, Icon } = STATES[state];
  return (
    <Chip tone={tone} {...(meaning ? { explanation: meaning() } : {})}>
      <Icon aria-hidden="true" strokeWidth={2.25} className="size-3" />
      {word()}
    </Chip>
  );
}

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}$/;
const SHOWN_CHARS = 8;

/** The name of an instance, short: its uuid fully on hover, on focus and on a press. */
export function InstanceName({ id }: { id: string }) {
  const short = id.replace(UUID, (uuid) => uuid.slice(0, SHOWN_CHARS));
  return (
    <Explained look="bare" text={id} className="font-mono text-xs wrap-anywhere">
      <InertText text={short} />
    </Explained>
  );
}
