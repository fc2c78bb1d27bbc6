/** Content that opens beside a button and does not block the page. */
"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cn } from "../cn.ts";
import { KEEPS_PRESS } from "../head-script.ts";
import { useOpen } from "./use-open.ts";

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
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            className={cn(
              "popup max-h-[var(--available-height)] max-w-[min(32rem,92vw)] overflow-y-auto rounded-md bg-raised p-3 text-sm text-ink shadow-floating outline-none",
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
