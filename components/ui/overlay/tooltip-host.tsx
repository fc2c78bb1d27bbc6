/**
 * Shows the text of `data-tooltip`: on hover, on keyboard focus, and on a press if the element only explains
 * (explained.tsx). It stands above the element, or on its right with `data-tooltip-side`. Render it once per page. An
 * attribute instead of a component around each element, because a table of the inspector has thousands of them. The
 * popup is loaded after the page.
 */
"use client";
import { useEffect, useRef, useState } from "react";
import type { Tip, TooltipPopup } from "./tooltip-popup.tsx";

const OPEN_DELAY_MS = 400;
/** Time for the pointer to cross the gap to the popup, or to reach the next element. */
const CLOSE_DELAY_MS = 120;

export function TooltipHost() {
  const [tip, setTip] = useState<Tip | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [Popup, setPopup] = useState<typeof TooltipPopup | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [controls] = useState(() => {
    const after = (delayMs: number, run: () => void) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(run, delayMs);
    };
    return {
      open: (anchor: HTMLElement, delayMs: number) =>
        after(delayMs, () => {
          setTip({ anchor, text: anchor.dataset.tooltip ?? "" });
          setOpen(true);
        }),
      close: (delayMs: number) => after(delayMs, () => setOpen(false)),
      keep: () => clearTimeout(timer.current),
    };
  });

  useEffect(() => {
    // If it cannot be loaded, only the tooltips are missing.
    import("./tooltip-popup.tsx").then(
      (module) => setPopup(() => module.TooltipPopup),
      () => {},
    );
    const stop = listenForAnchors(controls);
    return () => {
      stop();
      controls.keep();
    };
  }, [controls]);

  if (tip === null || Popup === null) return null;
  return (
    <Popup
      tip={tip}
      isOpen={isOpen}
      onClose={() => controls.close(0)}
      onEnter={controls.keep}
      onLeave={() => controls.close(CLOSE_DELAY_MS)}
    />
  );
}

type Controls = {
  open: (anchor: HTMLElement, delayMs: number) => void;
  close: (delayMs: number) => void;
};

/** @returns the function that removes the listeners */
function listenForAnchors({ open, close }: Controls): () => void {
  const stop = new AbortController();
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    run: (event: DocumentEventMap[Type], anchor: HTMLElement | null) => void,
  ) =>
    document.addEventListener(type, (event) => run(event, anchorOf(event.target)), {
      signal: stop.signal,
    });
  on("pointerover", (event, anchor) => {
    if (anchor && event.pointerType !== "touch") open(anchor, OPEN_DELAY_MS);
  });
  on("pointerout", (event, anchor) => {
    if (anchor && anchorOf(event.relatedTarget) !== anchor) close(CLOSE_DELAY_MS);
  });
  on("focusin", (_event, anchor) => {
    if (anchor?.matches(":focus-visible")) open(anchor, 0);
  });
  on("focusout", (_event, anchor) => {
    if (anchor) close(0);
  });
  on("click", (_event, anchor) => {
    if (anchor?.dataset.explains === undefined) close(0);
    else open(anchor, 0);
  });
  on("keydown", (event) => {
    if (event.key === "Escape") close(0);
  });
  return () => stop.abort();
}

function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
}
