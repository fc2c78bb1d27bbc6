/** Saves the graph as a self-contained SVG, or as a PNG of it. */
import type { GraphLayout } from "../layout/lay-out-graph.ts";

const MARGIN = 32;
/** Space around the nodes for findings and folded subtrees. */
const EDGE = 96;
/** Larger canvases come out empty in some browsers. */
const PNG_SIDE_MAX = 12_000;
const PNG_AREA_MAX = 60_000_000;

/** The style properties that a drawing needs; the other computed ones are left out. */
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "text-decoration-line",
] as const;
const COLOURS: ReadonlySet<string> = new Set(["fill", "stroke"]);
/** The attributes and elements that a file keeps: no scripts, addresses or handlers. */
const KEPT = ["d", "x", "y", "width", "height", "viewBox", "transform", "points", "cx", "cy", "r"];
const ELEMENTS: ReadonlySet<string> = new Set([
  "g",
  "path",
  "text",
  "svg",
  "circle",
  "rect",
  "line",
  "polyline",
  "polygon",
  "ellipse",
]);
const NAMESPACE = "http://www.w3.org/2000/svg";

export function toSvgText(frame: SVGSVGElement, { bounds }: GraphLayout, title: string): string {
  const toColour = colourReader();
  const width = bounds.width + 2 * MARGIN + EDGE;
  const height = bounds.height + 2 * MARGIN;
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("viewBox", `${bounds.x - MARGIN} ${bounds.y - MARGIN} ${width} ${height}`);
  svg.setAttribute("role", "img");
  const name = document.createElementNS(NAMESPACE, "title");
  name.textContent = title;
  const paper = document.createElementNS(NAMESPACE, "rect");
  for (const [attribute, value] of [
    ["x", bounds.x - MARGIN],
    ["y", bounds.y - MARGIN],
    ["width", width],
    ["height", height],
    ["fill", toColour(backgroundOf(frame))],
  ] as const) {
    paper.setAttribute(attribute, String(value));
  }
  svg.append(name, paper);
  for (const child of frame.children) {
    const copy = copyInert(child, toColour);
    // Drop the zoom of the page.
    copy?.removeAttribute("transform");
    if (copy) svg.append(copy);
  }
  return new XMLSerializer().serializeToString(svg);
}

function copyInert(from: Element, toColour: (colour: string) => string): Element | null {
  if (!ELEMENTS.has(from.localName)) return null;
  const copy = document.createElementNS(NAMESPACE, from.localName);
  for (const name of [...KEPT, "x1", "x2", "y1", "y2", "rx", "ry"]) {
    const value = from.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  const style = getComputedStyle(from);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    copy.setAttribute(toAttribute(name), COLOURS.has(name) ? toColour(value) : value);
  }
  if (from.localName === "text") copy.textContent = from.textContent;
  else
    for (const child of from.children) {
      const inner = copyInert(child, toColour);
      if (inner) copy.append(inner);
    }
  return copy;
}

function toAttribute(name: string): string {
  return name === "text-decoration-line" ? "text-decoration" : name;
}

/** The background colour behind a transparent drawing. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== "rgba(0, 0, 0, 0)" && backgroundColor !== "transparent") {
      return backgroundColor;
    }
  }
  return "white";
}

/** Converts any CSS colour to a form that every program reads. */
function colourReader(): (colour: string) => string {
  const known = new Map<string, string>();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (colour) => {
    if (colour === "none" || !context) return colour;
    const before = known.get(colour);
    if (before) return before;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const text = `rgba(${red},${green},${blue},${(alpha / 255).toFixed(3)})`;
    known.set(colour, text);
    return text;
  };
}

/** @throws Error where the browser cannot draw it */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(
      2,
      PNG_SIDE_MAX / Math.max(width, height),
      Math.sqrt(PNG_AREA_MAX / (width * height)),
    );
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The picture is too large.");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
