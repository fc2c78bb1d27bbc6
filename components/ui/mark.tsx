/** The logo: a plate of glass, one half silvered, the other clear. */
import { useId } from "react";
import * as text from "@/lib/messages/ui.ts";
import { cn } from "./cn.ts";

export function Mark({ className }: { className?: string }) {
  const silver = useId();
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn("size-5", className)}>
      <defs>
        <linearGradient id={silver} x1="1" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-silver-bright)" />
          <stop offset="1" stopColor="var(--color-silver)" />
        </linearGradient>
      </defs>
      <path
        d="M20.9 3.1 3.1 20.9A5 5 0 0 0 6.5 22h11a4.5 4.5 0 0 0 4.5-4.5v-11a5 5 0 0 0-1.1-3.4Z"
        fill={`url(#${silver})`}
      />
      <rect x="2" y="2" width="20" height="20" rx="4.5" stroke="var(--color-faint)" />
      <path d="M3.4 20.6 20.6 3.4" stroke="var(--color-accent)" strokeWidth="1.5" />
    </svg>
  );
}

/** The logo with the name beside it. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2 text-ink", className)}>
      <Mark />
      <span className="text-[0.9375rem] font-[560] tracking-[-0.018em]">{text.productName()}</span>
    </span>
  );
}
