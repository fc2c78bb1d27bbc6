"use client";
/** A diagram as a picture, drawn again when the theme changes. What has been drawn is kept while the page is open. */
import { useEffect, useReducer, useSyncExternalStore } from "react";
import { theme } from "@/components/ui/device/device-choice.ts";
import type { Diagram } from "./draw-diagram.ts";

/** `null`: it cannot be drawn. */
type Drawn = Diagram | null;

const kept = new Map<string, Drawn>();

/** @returns undefined until it is drawn or has failed */
export function useDiagram(source: string): Drawn | undefined {
  const chosen = theme.use();
  const isSystemDark = useSystemDark();
  const key = `${chosen} ${isSystemDark}\n${source}`;
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (kept.has(key)) return;
    let isWanted = true;
    void draw(source).then((drawn) => {
      kept.set(key, drawn);
      if (isWanted) showAgain();
    });
    return () => {
      isWanted = false;
    };
  }, [key, source]);
  return kept.get(key);
}

async function draw(source: string): Promise<Drawn> {
  try {
    const { drawDiagram } = await import("./draw-diagram.ts");
    return await drawDiagram(source);
  } catch {
    return null;
  }
}

const DARK = "(prefers-color-scheme: dark)";

function useSystemDark(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(DARK);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(DARK).matches,
    () => false,
  );
}
