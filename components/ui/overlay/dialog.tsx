/** A modal dialog: centred, or over the whole page. It keeps the focus, and Escape closes it. */
"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import * as text from "@/lib/messages/ui.ts";
import { IconButton } from "../button.tsx";
import { cn } from "../cn.ts";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** If it is left out, only screen readers get the title. */
  showsTitle?: boolean;
  place?: "middle" | "whole" | "over";
  children: ReactNode;
  /** Classes of the dialog; the backdrop always covers the page. */
  className?: string;
};

const PLACES = {
  middle:
    "popup top-1/2 left-1/2 max-h-[85dvh] w-[min(32rem,92vw)] -translate-1/2 overflow-y-auto rounded-lg p-5 shadow-floating",
  whole: "popup inset-[2dvh_2vw] overflow-hidden rounded-lg shadow-floating",
  over: "inset-0 flex flex-col",
} as const;

/** The button that closes the dialog stands at the end of the title. */
const TITLES = {
  middle: "mb-3 pe-10 text-lg font-[560]",
  whole: "mb-3 pe-10 text-lg font-[560]",
  over: "flex h-13 shrink-0 items-center border-b pe-14 ps-5 text-sm font-medium",
} as const;

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, showsTitle, place = "middle", children, className } = props;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop fixed inset-0 z-30" />
        <Base.Popup
          className={cn("fixed z-40 bg-pane text-ink outline-none", PLACES[place], className)}
        >
          <Base.Title className={showsTitle ? TITLES[place] : "sr-only"}>{title}</Base.Title>
          {children}
          <Base.Close
            render={<IconButton aria-label={text.close()} className="absolute! top-2 right-2" />}
          >
            <X className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
