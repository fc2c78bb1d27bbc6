/** A diagram in Mermaid's language: its picture, which opens large, with the source one press away. */
"use client";
import { Code, Workflow } from "lucide-react";
import {
  lazy,
  Suspense,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";
import { theme } from "../../device/device-choice.ts";
import { CodeBlock } from "../code/code-block.tsx";
import { SCROLLABLE } from "../in-place.tsx";
import type { Diagram } from "./draw-diagram.ts";

const Dialog = lazy(async () => ({
  default: (await import("@/components/ui/overlay/dialog.tsx")).Dialog,
}));

export function DiagramView({ source }: { source: string }) {
  const diagram = useDiagram(source);
  const [showsSource, setShowsSource] = useState(false);
  if (diagram === null) {
    return (
      <div>
        <CodeBlock code={source} lang="mermaid" isGrowing={false} />
        <p className="mt-1 text-xs text-faint" data-copied-as="nothing">
          {text.diagramNotDrawn()}
        </p>
      </div>
    );
  }
  const Icon = showsSource ? Workflow : Code;
  return (
    <CodeBlock
      code={source}
      lang="mermaid"
      isGrowing={false}
      tool={
        <IconButton
          size="sm"
          aria-label={showsSource ? text.showDiagram() : text.showDiagramSource()}
          onClick={() => setShowsSource(!showsSource)}
        >
          <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
      picture={showsSource ? undefined : <DiagramPicture diagram={diagram} />}
    />
  );
}

function DiagramPicture({ diagram }: { diagram: Diagram | undefined }) {
  const [isLarge, setLarge] = useState(false);
  /** Stays, so that the dialog can close with its animation. */
  const wasLarge = useRef(false);
  if (isLarge) wasLarge.current = true;
  if (!diagram) {
    return (
      <div className="diagram" role="status">
        <span className="glint-text">{text.drawingDiagram()}</span>
      </div>
    );
  }
  const name = diagram.title || text.diagram();
  const picture = (
    // biome-ignore lint/performance/noImgElement: a picture in memory, which no server can make smaller.
    <img src={diagram.address} width={diagram.width} height={diagram.height} alt={name} />
  );
  return (
    <>
      <button
        type="button"
        className="diagram"
        aria-label={text.enlargeDiagram({ name })}
        onClick={() => setLarge(true)}
      >
        {picture}
      </button>
      {wasLarge.current && (
        <Suspense>
          <Dialog isOpen={isLarge} onClose={() => setLarge(false)} title={name} place="whole">
            <div className="diagram-large" {...SCROLLABLE}>
              {picture}
            </div>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

/** `null`: it cannot be drawn. */
type Drawn = Diagram | null;

const kept = new Map<string, Drawn>();

/** @returns undefined until it is drawn or has failed */
function useDiagram(source: string): Drawn | undefined {
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
    const { fitsDrawing } = await import("../bounds/source-bounds.ts");
    if (!fitsDrawing(source)) return null;
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
