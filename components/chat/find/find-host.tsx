"use client";
/** Offers to find something in the conversation. The bar is loaded when it is first opened. */
import { lazy, Suspense, useState } from "react";
import { useCommand } from "../palette/use-command.ts";
import type { FoundIn } from "./use-found-places.ts";

const FindBar = lazy(() => import("./find-bar.tsx"));

export function FindHost(props: FoundIn) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useCommand("find-here", () => {
    setOpen(true);
    setOpened((times) => times + 1);
  });
  if (!isOpen) return null;
  return (
    <Suspense fallback={<span data-opening="" hidden />}>
      <FindBar {...props} opened={opened} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
