/** The frame of every inspector page: where you are, and the way back. */
import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark.tsx";

type InspectorShellProps = {
  /** Who looks. */
  operator: string;
  /** `fill` gives the page the height of the window, for panes that scroll by themselves. */
  fit?: "flow" | "fill";
  children: ReactNode;
};

const LINK =
  "rounded-md px-2 py-1 text-soft hover:bg-hover hover:text-ink aria-[current]:text-ink aria-[current]:bg-hover";

export function InspectorShell({ operator, fit = "flow", children }: InspectorShellProps) {
  return (
    <div className={fit === "fill" ? "flex min-h-dvh flex-col lg:h-dvh" : "min-h-dvh"}>
      <header className="shrink-0 bg-pane">
        <div className="flex h-12 items-center gap-3 px-4 lg:px-6">
          <Link href="/admin/runs" className="flex items-center gap-2 rounded-md text-ink">
            <Mark />
            <span className="text-[0.9375rem] font-[560] tracking-[-0.018em]">
              <span className="max-md:sr-only">Halfsilver </span>
              <span className="text-faint max-md:text-ink">Inspector</span>
            </span>
          </Link>
          <nav aria-label="Inspector" className="ml-2 flex items-center gap-1 text-sm">
            <Link href="/admin/runs" aria-current="true" className={LINK}>
              Runs
            </Link>
          </nav>
          <span className="ml-auto truncate text-xs text-faint max-md:hidden">{operator}</span>
          <Link
            href="/"
            className={`${LINK} inline-flex items-center gap-1 text-sm max-md:ml-auto`}
          >
            Chat
            <ArrowUpRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </div>
        <div className="mirror-line" />
      </header>
      {children}
    </div>
  );
}
