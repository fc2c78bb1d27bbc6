/** The frame of every inspector page: its navigation, the way back to the chat, and its query cache. */
"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Mark } from "@/components/ui/mark.tsx";
import { TooltipHost } from "@/components/ui/overlay/tooltip-host.tsx";
import type { TrailFindings } from "@/lib/contracts/inspector/trail-findings.ts";
import * as text from "@/lib/messages/inspector.ts";
import * as openingText from "@/lib/messages/inspector-opening.ts";
import * as reviewText from "@/lib/messages/review.ts";
import { FindingsBar } from "./findings-bar.tsx";
import { maskAtEnd } from "./mask-at-end.ts";
import { formatCount } from "./values/format-figures.ts";

type InspectorShellProps = {
  /** E-mail address of the signed-in operator. */
  operator: string;
  /** `fill` gives the page the height of the window, for panes that scroll on their own. */
  fit?: "flow" | "fill";
  findings: TrailFindings;
  /** Whether the operator may erase, so that the page for it is in the navigation. */
  mayErase: boolean;
  /** Requests of other admins to read that wait for this one. */
  requests: number;
  children: ReactNode;
};

export function InspectorShell({
  operator,
  fit = "flow",
  findings,
  mayErase,
  requests,
  children,
}: InspectorShellProps) {
  return (
    <div className={fit === "fill" ? "flex min-h-dvh flex-col lg:h-dvh" : "min-h-dvh"}>
      <header className="shrink-0 bg-pane">
        <div className="flex h-12 items-center gap-3 px-4 max-lg:h-auto max-lg:flex-wrap max-lg:gap-y-0 max-lg:pt-1.5 lg:px-6">
          <Link
            href="/admin"
            prefetch={false}
            className="flex shrink-0 items-center gap-2 rounded-md text-ink"
          >
            <Mark />
            <span className="text-[0.9375rem] font-[560] tracking-[-0.018em]">
              <span className="max-md:sr-only">{text.halfsilver()} </span>
              <span className="text-faint max-md:text-ink">{text.inspector()}</span>
            </span>
          </Link>
          <InspectorNav mayErase={mayErase} requests={requests} />
          <span className="ml-auto min-w-0 truncate text-xs text-faint max-md:hidden">
            {operator}
          </span>
          <Link
            href="/"
            prefetch={false}
            className="inline-flex shrink-0 items-center gap-1 rounded-md px-2 py-1 text-sm text-soft hover:bg-hover hover:text-ink max-md:ml-auto"
          >
            {text.chat()}
            <ArrowUpRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </div>
        <div className="mirror-line" />
      </header>
      {/* Here and not in a layout, because responses to refused requests name the layouts, too. */}
      <InspectorProviders operator={operator}>
        <FindingsBar {...findings} />
        {children}
      </InspectorProviders>
      <TooltipHost />
    </div>
  );
}

const ERASURE = "/admin/erasure";

const PLACES = [
  ["/admin", text.overview],
  ["/admin/runs", text.runs],
  ["/admin/review", reviewText.review],
  ["/admin/deviation", text.deviation],
  ["/admin/compare", text.compare],
  ["/admin/models", text.models],
  ["/admin/tools", text.tools],
  ["/admin/system", text.system],
  ["/admin/spending", text.spending],
  ["/admin/audit", text.audit],
  [ERASURE, text.erasure],
  ["/admin/decode", text.decode],
] as const;

const LINK =
  "rounded-md px-2 py-1 whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink";

function InspectorNav({ mayErase, requests }: Pick<InspectorShellProps, "mayErase" | "requests">) {
  const path = usePathname() ?? "";
  const isHere = (address: string) =>
    path === address || (address !== "/admin" && path.startsWith(`${address}/`));
  return (
    <nav
      aria-label={text.inspector()}
      className="flex shrink-0 items-center gap-0.5 text-sm max-lg:order-last max-lg:-mx-2 max-lg:w-[calc(100%+1rem)] max-lg:flex-wrap max-lg:py-1 lg:ml-2"
    >
      {PLACES.filter(([address]) => mayErase || address !== ERASURE).map(([address, name]) => (
        <Link
          key={address}
          href={address}
          prefetch={false}
          aria-current={isHere(address) ? "page" : undefined}
          className={LINK}
        >
          {name()}
          {address === "/admin" && requests > 0 && <Waiting requests={requests} />}
        </Link>
      ))}
    </nav>
  );
}

function Waiting({ requests }: Pick<InspectorShellProps, "requests">) {
  const number = formatCount(requests);
  return (
    <>
      <span aria-hidden="true" className="ml-1 text-xs text-faint tabular-nums">
        {number}
      </span>
      <span className="sr-only">, {openingText.requestsWait({ count: requests, number })}</span>
    </>
  );
}

let kept: { operator: string; client: QueryClient } | undefined;

/** The query cache persists between pages. */
function InspectorProviders({ operator, children }: { operator: string; children: ReactNode }) {
  const [client] = useState(() => clientOf(operator));
  useEffect(() => maskAtEnd(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Operators differ in what they may see, so the cache of one is dropped when another signs in. */
function clientOf(operator: string): QueryClient {
  const isServer = typeof window === "undefined";
  if (!isServer && kept?.operator === operator) return kept.client;
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 1_000 } } });
  if (!isServer) kept = { operator, client };
  return client;
}
