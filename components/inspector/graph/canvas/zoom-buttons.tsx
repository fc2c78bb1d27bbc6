"use client";
/** What the mouse wheel does, for whoever has none. */
import { Maximize, Minus, Plus } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import type { GraphZoom } from "./use-graph-zoom.ts";

const ICON = { className: "size-3.5", strokeWidth: 1.75, "aria-hidden": true } as const;

export function ZoomButtons({ zoom, onFit }: { zoom: GraphZoom; onFit: () => void }) {
  return (
    <div className="absolute right-3 bottom-3 flex rounded-md border bg-raised">
      <IconButton size="sm" aria-label="Zoom out" onClick={zoom.zoomOut}>
        <Minus {...ICON} />
      </IconButton>
      <IconButton size="sm" aria-label="Zoom in" onClick={zoom.zoomIn}>
        <Plus {...ICON} />
      </IconButton>
      <IconButton size="sm" aria-label="Fit the graph" onClick={onFit}>
        <Maximize {...ICON} />
      </IconButton>
    </div>
  );
}
