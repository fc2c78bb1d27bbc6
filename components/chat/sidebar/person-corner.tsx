"use client";
/** The signed-in person's name at the foot of the sidebar, which opens their menu. */
import { ChevronsUpDown } from "lucide-react";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import * as looksText from "@/lib/messages/looks.ts";
import { useUnseenLooks } from "../data/use-unseen-looks.ts";
import { UnseenDot } from "./unseen-dot.tsx";

const PersonMenu = lazyOverlay(() => import("./person-menu.tsx"));

type PersonCornerProps = {
  name: string;
  email: string;
  /** True for an operator, who may open the inspector. */
  canInspect: boolean;
};

export function PersonCorner({ name, email, canInspect }: PersonCornerProps) {
  const isUnseen = useUnseenLooks();
  const trigger = (
    <button
      type="button"
      className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover data-popup-open:bg-hover"
    >
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-[0.6875rem] font-medium text-soft uppercase"
      >
        {name.trim().slice(0, 1) || email.slice(0, 1)}
      </span>
      <span className="min-w-0 flex-1 truncate">{name || email}</span>
      {isUnseen && (
        <>
          <UnseenDot />
          <span className="sr-only">{looksText.unseen()}</span>
        </>
      )}
      <ChevronsUpDown className="size-3.5 text-faint" strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
  return (
    <div className="min-h-14 border-t p-2 pointer-coarse:*:min-h-11">
      <LateOverlay trigger={trigger}>
        <PersonMenu trigger={trigger} email={email} canInspect={canInspect} />
      </LateOverlay>
    </div>
  );
}
