/** Content that opens beside a button and does not block the page. */
"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cn } from "../cn.ts";
import { KEEPS_PRESS } from "../device/early-presses.ts";
import { BESIDE, OPENED, useOpen } from "./use-open.ts";

type PopoverProps = {
  /** Names the content for a screen reader. */
  label: string;
  trigger: ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  children: ReactNode;
  className?: string;
};

export function Popover(props: PopoverProps) {
  const { label, trigger, side = "bottom", align = "start", children, className } = props;
  const { isOpen, setOpen, button } = useOpen();
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen}>
      <Base.Trigger {...KEEPS_PRESS} ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner {...BESIDE} side={side} align={align}>
          <Base.Popup
            aria-label={label}
            className={cn(
              OPENED,
              "max-h-[var(--available-height)] max-w-[min(32rem,92vw)] overflow-y-auto p-3",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
