/** The frames of pages and panels: a heading, what was read or why it was not, and lines while it is read. */
"use client";
import { type ReactNode, useId } from "react";
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

/** A part's heading, and what stands between it and its introduction. */
const PARTS = {
  plain: { heading: "font-medium", intro: "mt-0.5" },
  strong: { heading: "font-[560]", intro: "mt-2" },
  small: { heading: "text-sm font-medium", intro: "mt-1" },
} as const;

type PartProps = {
  /** For a table that the heading names. */
  id?: string;
  title: ReactNode;
  intro?: string;
  look?: keyof typeof PARTS;
  className?: string;
  children: ReactNode;
};

/** A part of a page under its own heading. */
export function Part({ id, title, intro, look = "plain", className, children }: PartProps) {
  const ownId = useId();
  const { heading, intro: below } = PARTS[look];
  return (
    <section aria-labelledby={id ?? ownId} className={className}>
      <div>
        <h2 id={id ?? ownId} className={heading}>
          {title}
        </h2>
        {intro !== undefined && <p className={cn("text-sm text-soft", below)}>{intro}</p>}
      </div>
      {children}
    </section>
  );
}

const EMPTY = {
  page: "border-y py-16",
  part: "border-y py-8 text-sm",
  panel: "px-4 py-10",
  box: "rounded-md border border-dashed px-4 py-10",
} as const;

type EmptyProps = { of: keyof typeof EMPTY; className?: string; children: ReactNode };

/** Stands where there is nothing to show, and says why. */
export function Empty({ of, className, children }: EmptyProps) {
  return <p className={cn("text-center text-soft", EMPTY[of], className)}>{children}</p>;
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

type PageLinksProps = {
  label: string;
  /** Which part of the list is on this page. */
  shown?: ReactNode;
  /** Words and changes of the address; null where there is no such page. */
  links: readonly (readonly [words: string, to: Record<string, string | null>] | null)[];
};

const PAGE_LINK =
  "inline-flex h-7 items-center rounded-md border border-line-strong text-xs font-medium hover:bg-hover";

/** Links between the pages of a list. */
export function PageLinks({ label, shown, links }: PageLinksProps) {
  const isAlone = shown === undefined;
  const open = links.filter((link) => link !== null);
  const nav = open.length > 0 && (
    <nav aria-label={label} className={isAlone ? "flex justify-end gap-2" : "flex gap-2"}>
      {open.map(([words, to]) => (
        <SearchLink key={words} className={cn(PAGE_LINK, isAlone ? "px-2" : "px-2.5")} to={to}>
          {words}
        </SearchLink>
      ))}
    </nav>
  );
  if (isAlone) return nav;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-xs text-faint tabular-nums">{shown}</p>
      {nav}
    </div>
  );
}

/** The cells of a wide table, which begins and ends at the page's own edges. */
export const WIDE_CELL = "px-3 py-2 align-top first:pl-0 last:pr-0";
export const WIDE_HEAD =
  "px-3 py-2 text-xs font-medium whitespace-nowrap text-faint first:pl-0 last:pr-0";

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
