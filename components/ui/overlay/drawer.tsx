/** A panel at the left edge of a narrow window. A finger draws it in from the edge and pushes it out again. */
"use client";
import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import * as text from "@/lib/messages/ui.ts";
import { IconButton } from "../button.tsx";

type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** For screen readers. */
  title: string;
  children: ReactNode;
};

export function Drawer({ isOpen, onOpenChange, title, children }: DrawerProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange} swipeDirection="left">
      <Base.SwipeArea className="fixed inset-y-13 left-0 z-20 w-5 pointer-fine:hidden md:hidden" />
      <Base.Portal>
        <Base.Backdrop className="drawer-backdrop backdrop fixed inset-0 z-30 md:hidden" />
        <Base.Viewport className="fixed inset-0 z-40 md:hidden">
          <Base.Popup className="drawer h-full w-[min(20rem,86vw)] touch-pan-y border-e bg-pane text-ink outline-none">
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
            <Base.Close
              render={<IconButton aria-label={text.close()} className="absolute! top-1 right-1" />}
            >
              <X className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
