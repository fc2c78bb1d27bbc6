/** A page of what the product is connected to: a part for each, with its name, its state and its facts. */
"use client";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import { Empty, Page, PageContent, PageLines } from "../frame.tsx";

type ConnectedPageProps<Data> = {
  words: Record<"title" | "intro" | "loading" | "none", () => string>;
  query: ComponentProps<typeof PageContent<Data>>["query"];
  children: (data: Data) => readonly ReactNode[];
};

export function ConnectedPage<Data>({ words, query, children }: ConnectedPageProps<Data>) {
  const { title, intro, loading, none } = words;
  return (
    <Page title={title()} intro={intro()} className="max-w-[90rem] gap-5">
      <PageContent query={query} loading={<PageLines words={loading()} first="h-5 w-1/3" />}>
        {(data) => {
          const parts = children(data);
          return parts.length === 0 ? <Empty of="page">{none()}</Empty> : parts;
        }}
      </PageContent>
    </Page>
  );
}

type ConnectedProps = {
  id: string;
  name: string;
  /** Beside the name: its state, and what can be done. */
  aside: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Connected({ id, name, aside, className, children }: ConnectedProps) {
  return (
    <section aria-labelledby={id} className={cn("grid gap-4 border-t pt-4", className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="font-medium wrap-anywhere">
          {name}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-3 text-sm md:grid-cols-2 lg:grid-cols-3">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
