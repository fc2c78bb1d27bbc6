/** A message to the person, with an action. */
import type { ReactNode, Ref } from "react";
import { cn } from "./cn.ts";

type Tone = "quiet" | "warn" | "danger";

const EDGES: Record<Tone, string> = {
  quiet: "before:bg-silver",
  warn: "before:bg-warn",
  danger: "before:bg-danger",
};

type NoticeProps = {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
  /** `alert` interrupts a screen reader; omit it for static content. */
  role?: "alert" | "status";
  noticeRef?: Ref<HTMLDivElement>;
  className?: string;
};

export function Notice({
  tone = "quiet",
  children,
  action,
  role,
  noticeRef,
  className,
}: NoticeProps) {
  return (
    <div
      role={role}
      ref={noticeRef}
      tabIndex={noticeRef ? -1 : undefined}
      className={cn(
        "relative flex flex-wrap items-center gap-x-3 gap-y-1 py-1 ps-3.5 text-sm text-soft",
        "before:absolute before:inset-y-1 before:left-0 before:w-[2px] before:rounded-full",
        EDGES[tone],
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-52">{children}</div>
      {action}
    </div>
  );
}
