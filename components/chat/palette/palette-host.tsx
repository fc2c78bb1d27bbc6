/** The commands that the chat always has. The palette and the help are loaded when they are first opened. */
"use client";
import { lazy, Suspense, useRef, useState } from "react";
import { focusComposer } from "../focus-composer.ts";
import { goTo } from "../place-link.tsx";
import { useCommand, useCommandKeys } from "./use-command.ts";

const Palette = lazy(() => import("./palette.tsx"));
const KeyHelp = lazy(() => import("./key-help.tsx"));

type PaletteHostProps = {
  /** The conversation on the screen; null for a new one. */
  currentId: string | null;
  canInspect: boolean;
};

export function PaletteHost({ currentId, canInspect }: PaletteHostProps) {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  /** What was opened once stays, so that it can close with its animation. */
  const known = useRef(new Set<string>());
  if (open) known.current.add(open);
  const close = () => setOpen(null);
  useCommandKeys();
  useCommand("search", () => setOpen((now) => (now === "palette" ? null : "palette")));
  useCommand("key-help", () => setOpen("help"));
  useCommand("write-message", () => {
    close();
    requestAnimationFrame(focusComposer);
  });
  useCommand("new-conversation", () => {
    close();
    goTo("/");
    requestAnimationFrame(focusComposer);
  });
  return (
    <Suspense fallback={<span data-opening="" hidden />}>
      {known.current.has("palette") && (
        <Palette
          isOpen={open === "palette"}
          onClose={close}
          currentId={currentId}
          canInspect={canInspect}
        />
      )}
      {known.current.has("help") && <KeyHelp isOpen={open === "help"} onClose={close} />}
    </Suspense>
  );
}
