/** The one popup of all tooltips. */
"use client";
import { Tooltip } from "@base-ui/react/tooltip";

export type Tip = { anchor: HTMLElement; text: string };

type TooltipPopupProps = {
  tip: Tip;
  isOpen: boolean;
  onClose: () => void;
  /** True while the pointer is on the popup, which keeps it open. */
  onEnter: () => void;
  onLeave: () => void;
};

export function TooltipPopup(props: TooltipPopupProps) {
  const { tip, isOpen, onClose, onEnter, onLeave } = props;
  return (
    <Tooltip.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={tip.anchor}
          side={tip.anchor.dataset.tooltipSide === "right" ? "right" : "top"}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 data-anchor-hidden:hidden"
        >
          <Tooltip.Popup
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
            className="popup max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-pretty wrap-anywhere text-canvas shadow-floating"
          >
            {tip.text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
