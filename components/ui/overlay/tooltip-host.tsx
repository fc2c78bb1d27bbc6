"use client";
/** Stands once in the frame of each page that has tooltips. Loads their popups after the page. */
import { type ReactNode, useEffect, useState } from "react";

export function TooltipHost() {
  const [Popups, setPopups] = useState<(() => ReactNode) | null>(null);
  useEffect(() => {
    void import("./tooltip-popups.tsx").then(({ TooltipPopups }) => setPopups(() => TooltipPopups));
  }, []);
  return Popups && <Popups />;
}
