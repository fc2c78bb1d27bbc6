"use client";
/** The popup of all tooltips, and that of all explanations. */
import { Popover } from "@base-ui/react/popover";
import { Tooltip } from "@base-ui/react/tooltip";
import { explanationHandle, tooltipHandle } from "./tooltip.tsx";

const POPUP =
  "popup rounded-md bg-ink px-2 py-1 text-xs text-balance wrap-anywhere text-canvas shadow-floating";

export function TooltipPopups() {
  return (
    <>
      <Tooltip.Root handle={tooltipHandle}>
        {({ payload }) => (
          <Tooltip.Portal>
            <Tooltip.Positioner sideOffset={6} collisionPadding={8} className="z-50">
              <Tooltip.Popup className={`${POPUP} max-w-72`}>{payload}</Tooltip.Popup>
            </Tooltip.Positioner>
          </Tooltip.Portal>
        )}
      </Tooltip.Root>
      <Popover.Root handle={explanationHandle}>
        {({ payload }) => (
          <Popover.Portal>
            <Popover.Positioner side="top" sideOffset={6} collisionPadding={8} className="z-50">
              <Popover.Popup initialFocus={false} className={`${POPUP} max-w-80 py-1.5`}>
                <Popover.Description>{payload}</Popover.Description>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        )}
      </Popover.Root>
    </>
  );
}
