/**
 * The program of the frame that draws diagrams. The frame has no origin of its own, so whatever a diagram's text makes
 * Mermaid do, it reaches neither the page nor the server. It answers requests on one port that the page hands over.
 */
import mermaid from "mermaid";
import type { DiagramReply, DiagramRequest } from "./diagram-messages.ts";

/** More than this is not drawn: laying it out would take minutes. */
const TEXT_MAX_CHARS = 20_000;
const EDGES_MAX = 400;
const TITLE_MAX_CHARS = 200;

let drawn = 0;

addEventListener("message", ({ source, ports: [port] }) => {
  if (source !== parent || port === undefined) return;
  port.onmessage = async ({ data }: MessageEvent<DiagramRequest>) =>
    port.postMessage(await draw(data));
});

async function draw({ id, source, colours }: DiagramRequest): Promise<DiagramReply> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: TEXT_MAX_CHARS,
    maxEdges: EDGES_MAX,
    theme: "base",
    fontFamily: "ui-sans-serif, system-ui, sans-serif",
    // Labels of HTML are lost where a picture is opened outside a browser.
    htmlLabels: false,
    themeVariables: themeOf(colours),
  });
  drawn += 1;
  try {
    const { svg } = await mermaid.render(`diagram-${drawn}`, source);
    return { id, ok: true, ...toPicture(svg) };
  } catch {
    return { id, ok: false };
  }
}

/** Mermaid's markup as an XML document with a size of its own, in CSS pixels. */
function toPicture(markup: string): { svg: string; width: number; height: number; title: string } {
  const root = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
  if (root === null) throw new Error("Mermaid returned no picture.");
  const [, , width = 0, height = 0] = (root.getAttribute("viewBox") ?? "")
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) throw new Error("The picture has no size.");
  root.setAttribute("width", `${width}`);
  root.setAttribute("height", `${height}`);
  root.style.removeProperty("max-width");
  const title = root.querySelector(":scope > title")?.textContent ?? "";
  return {
    svg: new XMLSerializer().serializeToString(root),
    width,
    height,
    title: title.slice(0, TITLE_MAX_CHARS),
  };
}

/** Mermaid derives its other colours from these. */
function themeOf({ isDark, canvas, raised, ink, soft, line, accent }: DiagramRequest["colours"]) {
  return {
    darkMode: isDark,
    background: canvas,
    primaryColor: raised,
    primaryTextColor: ink,
    primaryBorderColor: line,
    secondaryColor: canvas,
    tertiaryColor: canvas,
    lineColor: soft,
    textColor: ink,
    titleColor: ink,
    noteBkgColor: canvas,
    noteTextColor: ink,
    noteBorderColor: accent,
    activationBorderColor: accent,
    fontSize: "14px",
  };
}
