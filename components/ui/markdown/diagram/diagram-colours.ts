/** The colours of the page as `#rrggbb`, which is all that Mermaid reads. */
import type { DiagramRequest } from "./diagram-messages.ts";

type Colours = DiagramRequest["colours"];

const NAMES = {
  canvas: "--color-canvas",
  raised: "--color-raised",
  ink: "--color-ink",
  soft: "--color-soft",
  line: "--color-field",
  accent: "--color-accent",
} as const;

export function readColours(): Colours {
  const probe = document.createElement("span");
  document.body.append(probe);
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return toHex(getComputedStyle(probe).color, context);
  };
  const colours = {
    canvas: read(NAMES.canvas),
    raised: read(NAMES.raised),
    ink: read(NAMES.ink),
    soft: read(NAMES.soft),
    line: read(NAMES.line),
    accent: read(NAMES.accent),
  };
  probe.remove();
  return { ...colours, isDark: isDark(colours.canvas) };
}

/** A canvas of one pixel turns every notation into red, green and blue. */
function toHex(colour: string, context: CanvasRenderingContext2D | null): string {
  if (context === null) return "#808080";
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const bytes = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const isDark = (hex: string) => Number.parseInt(hex.slice(1, 3), 16) < 128;
