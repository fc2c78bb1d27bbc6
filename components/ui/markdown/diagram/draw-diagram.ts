/**
 * Has diagrams drawn in one frame for the whole page. The frame is served with `sandbox`, so it has no origin: nothing
 * it does reaches this page but its replies, and these are shown as pictures, which run nothing.
 */

import { DiagramReply, type DiagramRequest } from "./diagram-messages.ts";

const FRAME_PATH = "/frames/diagram";
/** The first diagram of a page loads Mermaid, too. */
const DRAW_MAX_MS = 20_000;

type Frame = { port: Promise<MessagePort>; end: () => void };

export type Diagram = { address: string; width: number; height: number; title: string };

let frame: Frame | null = null;
let lastId = 0;

/**
 * @param source a diagram in Mermaid's language
 * @returns null where it cannot be drawn
 */
export async function drawDiagram(source: string): Promise<Diagram | null> {
  frame ??= openFrame();
  const asked = frame;
  lastId += 1;
  const request: DiagramRequest = { id: lastId, source, colours: readColours() };
  const reply = await replyTo(request, asked);
  if (reply === "late") {
    // It may hang: the next diagram gets a new frame.
    asked.end();
    if (frame === asked) frame = null;
    return null;
  }
  if (!reply.ok) return null;
  const { svg, width, height, title } = reply;
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    width,
    height,
    title,
  };
}

function openFrame(): Frame {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("aria-hidden", "true");
  element.tabIndex = -1;
  element.className = "diagram-frame";
  element.src = FRAME_PATH;
  const channel = new MessageChannel();
  const port = new Promise<MessagePort>((resolve) => {
    element.addEventListener("load", () => {
      // A frame without an origin can only be addressed by "*"; the port is handed to this window alone.
      element.contentWindow?.postMessage(null, "*", [channel.port2]);
      channel.port1.start();
      resolve(channel.port1);
    });
  });
  document.body.append(element);
  return {
    port,
    end: () => {
      channel.port1.close();
      element.remove();
    },
  };
}

function replyTo(request: DiagramRequest, { port }: Frame): Promise<DiagramReply | "late"> {
  return new Promise((resolve) => {
    const abort = new AbortController();
    const timer = setTimeout(() => finish("late"), DRAW_MAX_MS);
    const finish = (reply: DiagramReply | "late") => {
      clearTimeout(timer);
      abort.abort();
      resolve(reply);
    };
    void port.then((open) => {
      const { signal } = abort;
      const take = ({ data }: MessageEvent) => {
        const { data: reply } = DiagramReply.safeParse(data);
        if (reply?.id === request.id) finish(reply);
      };
      open.addEventListener("message", take, { signal });
      open.postMessage(request);
    });
  });
}

type Colours = DiagramRequest["colours"];

const NAMES = {
  canvas: "--color-canvas",
  raised: "--color-raised",
  ink: "--color-ink",
  soft: "--color-soft",
  line: "--color-field",
  accent: "--color-accent",
} as const;

/** The colours of the page as `#rrggbb`, which is all that Mermaid reads. */
function readColours(): Colours {
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
