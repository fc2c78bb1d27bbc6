/** The frame of every inspector page: its navigation and the way back to the chat. */

import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark.tsx";
import { TooltipHost } from "@/components/ui/overlay/tooltip-host.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { InspectorNav } from "./inspector-nav.tsx";
import { InspectorProviders } from "./inspector-providers.tsx";

type InspectorShellProps = {
  /** E-mail address of the signed-in operator. */
  operator: string;
  /** `fill` gives the page the height of the window, for panes that scroll on their own. */
  fit?: "flow" | "fill";
  children: ReactNode;
};

export function InspectorShell({ operator, fit = "flow", children }: InspectorShellProps) {
  return (
    <div className={fit === "fill" ? "flex min-h-dvh flex-col lg:h-dvh" : "min-h-dvh"}>
      <header className="shrink-0 bg-pane">
        <div className="flex h-12 items-center gap-3 px-4 max-md:h-auto max-md:flex-wrap max-md:gap-y-0 max-md:pt-1.5 lg:px-6">
          <Link
            href="/admin"
            prefetch={false}
            className="flex items-center gap-2 rounded-md text-ink"
          >
            <Mark />
            <span className="text-[0.9375rem] font-[560] tracking-[-0.018em]">
              <span className="max-md:sr-only">{text.halfsilver()} </span>
              <span className="text-faint max-md:text-ink">{text.inspector()}</span>
            </span>
          </Link>
          <InspectorNav />
          <span className="ml-auto truncate text-xs text-faint max-md:hidden">{operator}</span>
          <Link
            href="/"
            prefetch={false}
            className="ml-auto inline-flex items-center gap-1 rounded-md px-2 py-1 text-sm text-soft hover:bg-hover hover:text-ink md:ml-0"
          >
            {text.chat()}
            <ArrowUpRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </div>
        <div className="mirror-line" />
      </header>
      {/* Here and not in a layout, because responses to refused requests name the layouts, too. */}
      <InspectorProviders operator={operator}>{children}</InspectorProviders>
      <TooltipHost />
    </div>
  );
}
