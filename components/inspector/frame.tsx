/** The frames of pages and panels: a heading, what was read or why it was not, and lines while it is read. */
"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import * as text from "@/lib/messages/inspector.ts";
import * as runText from "@/lib/messages/inspector-run.ts";
import { describeFailure } from "./fetch-inspected.ts";
import { SearchLink } from "./search-link.tsx";
import { numberItems } from "./values/format-figures.ts";

/** Props that let the keyboard reach and scroll a pane. */
export const SCROLL_PANE = { tabIndex: 0 } as const;

type PageProps = {
  title: string;
  intro?: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Width, columns and gaps of the page; how the title and what is beside it are set. */
  className: string;
  head?: string;
  children: ReactNode;
};

export function Page({ title, intro, aside, className, head, children }: PageProps) {
  const heading = <h1 className="text-lg font-[560] tracking-[-0.012em]">{title}</h1>;
  const introduced = (
    <div>
      {heading}
      <p className="mt-1 text-sm text-soft">{intro}</p>
    </div>
  );
  return (
    <main className={cn("mx-auto grid px-4 py-5 lg:px-6", className)}>
      <div className={head && `flex flex-wrap ${head}`}>
        {intro === undefined ? heading : introduced}
        {aside}
      </div>
      {children}
    </main>
  );
}

type Reading<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

type ReadProps<Data> = {
  /** A query of `useInspected`. */
  query: Reading<Data>;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a page reads. A failure stands above what was read before it. */
export function PageContent<Data>({ query, loading, children }: ReadProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && loading}
      {data !== undefined && children(data)}
    </>
  );
}

type PanelContentProps<Data> = Omit<ReadProps<Data>, "loading"> & {
  loading?: ReactNode;
  /** Where a failure stands above what was read before it; left out: nowhere. */
  stale?: string;
};

/** What a panel reads. */
export function PanelContent<Data>(props: PanelContentProps<Data>) {
  const { query, loading = <PanelLoading />, stale, children } = props;
  const { data, error, refetch } = query;
  if (data === undefined && error === null) return loading;
  return (
    <>
      {error !== null && (data === undefined || stale !== undefined) && (
        <div className={data === undefined ? "p-4" : stale}>
          <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

type FailureNoticeProps = {
  error: unknown;
  onRetry: () => void;
  /** True where older content stays on the page. */
  stale?: boolean;
  className?: string;
};

/** Says why something could not be read, with a button to try again. */
export function FailureNotice({ error, onRetry, stale = false, className }: FailureNoticeProps) {
  return (
    <Notice
      tone={stale ? "warn" : "danger"}
      role={stale ? "status" : "alert"}
      className={cn("max-w-xl", className)}
      action={
        <Button look="outline" size="sm" onClick={onRetry}>
          {text.tryAgain()}
        </Button>
      }
    >
      {describeFailure(error)}
      {stale && ` ${text.shownContentIsOld()}`}
    </Notice>
  );
}

type LoadingLinesProps = {
  /** What is loading, for screen readers. */
  words: string;
  className: string;
  /** The classes of each line. */
  lines: readonly string[];
};

export function LoadingLines({ words, className, lines }: LoadingLinesProps) {
  return (
    <div role="status" className={cn("grid", className)}>
      <span className="sr-only">{words}</span>
      {lines.map((line) => (
        <SkeletonLine key={line} className={line} />
      ))}
    </div>
  );
}

/** A panel while it is loading. */
export function PanelLoading({ className }: { className?: string }) {
  return (
    <LoadingLines
      words={runText.loading()}
      className={cn("gap-5 px-4 py-6", className)}
      lines={["w-1/2", "w-2/3", "w-2/5"]}
    />
  );
}

type FadedProps = { isOld: boolean; className?: string; children: ReactNode };

/** What was read, pale while it answers the question before. */
export function Faded({ isOld, className, children }: FadedProps) {
  return (
    <div aria-busy={isOld} className={cn(className, isOld && "opacity-60")}>
      {children}
    </div>
  );
}

type RangeChoiceProps<Range extends string> = {
  label: string;
  words: Readonly<Record<Range, () => string>>;
  current: Range | undefined;
};

/** The ranges of time of a page of figures. The address names the chosen one. */
export function RangeChoice<Range extends string>(props: RangeChoiceProps<Range>) {
  const { label, words, current } = props;
  return (
    <ul aria-label={label} className="flex items-center gap-0.5 rounded-md bg-sunken p-0.5">
      {(Object.keys(words) as Range[]).map((range) => (
        <li key={range}>
          <SearchLink
            to={{ range }}
            current={range === current}
            className={cn(
              "flex h-7 items-center rounded-sm px-2.5 text-xs whitespace-nowrap",
              range === current
                ? "bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]"
                : "text-faint hover:text-ink",
            )}
          >
            {words[range]()}
          </SearchLink>
        </li>
      ))}
    </ul>
  );
}

type TableHeadProps = {
  /** For every column. */
  className: string;
  /** What stands over each column, and its own classes. */
  columns: readonly (readonly [head: ReactNode, className: string])[];
};

export function TableHead({ className, columns }: TableHeadProps) {
  return (
    <thead>
      <tr className="border-b">
        {numberItems(columns).map(({ ordinal, item: [head, own] }) => (
          <th key={ordinal} scope="col" className={cn(className, own)}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type PageLinesProps = {
  words: string;
  /** The classes of the first line. */
  first: string;
};

/** A page of parts while it is loading. */
export function PageLines({ words, first }: PageLinesProps) {
  const lines = [first, "w-2/3", "w-1/2", "w-3/5", "w-2/5"];
  return <LoadingLines words={words} className="gap-4" lines={lines} />;
}
