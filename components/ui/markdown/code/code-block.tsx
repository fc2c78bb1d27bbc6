/** A block of code: its language, what can be done with it, and colours when they have arrived. Long code is folded. */
"use client";
import { Download, WrapText } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import * as text from "@/lib/messages/chat.ts";
import { inPlace, SCROLLABLE } from "../in-place.tsx";
import { countLines, FOLDS_FROM_LINES, useFold } from "../use-fold.ts";
import { type CodeToken, type Coloured, highlightMore, languageOf } from "./highlight-code.ts";

/** Longer code is shown without colours. */
const HIGHLIGHT_MAX_CHARS = 40_000;
/** Interval of highlighting while the code is still being written. */
const GROWING_INTERVAL_MS = 300;

type CodeBlockProps = {
  code: string;
  lang: string;
  isGrowing: boolean;
  /** Stands before the other tools. */
  tool?: ReactNode;
  /** Shown in place of the code. */
  picture?: ReactNode;
};

export function CodeBlock({ code, lang, isGrowing, tool, picture }: CodeBlockProps) {
  const [isWrapped, setWrapped] = useState(false);
  const box = useRef<HTMLPreElement>(null);
  const count = countLines(code);
  const isLong = count >= FOLDS_FROM_LINES;
  const { isOpen, toggle } = useFold(box, isLong && !picture, isGrowing);
  const coloured = useColours(code, languageOf(lang), isGrowing);
  const lines = coloured && code.startsWith(coloured.code) ? coloured.lines : [];
  const rest = lines.length > 0 ? code.slice(coloured?.code.length) : code;
  return (
    <figure className="code-block">
      <figcaption>
        <span>{lang.trim().split(/\s/, 1)[0] || text.code()}</span>
        <span className="flex">
          {tool}
          {!picture && (
            <IconButton
              size="sm"
              aria-label={text.wrapLines()}
              aria-pressed={isWrapped}
              onClick={() => setWrapped(!isWrapped)}
            >
              <WrapText className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
          <IconButton
            size="sm"
            aria-label={text.saveCode()}
            onClick={() => saveCode(code, languageOf(lang))}
          >
            <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <CopyButton text={code} label={text.copyCode()} />
        </span>
      </figcaption>
      {picture ?? (
        <pre
          {...SCROLLABLE}
          ref={box}
          className={cn(isWrapped && "wrapped", isLong && !isOpen && "folded") || undefined}
        >
          <code>
            {inPlace(lines, (line, place) => (
              <>
                {place > 0 && "\n"}
                <CodeLine line={line} />
              </>
            ))}
            {rest}
          </code>
        </pre>
      )}
      {!picture && isLong && (
        <button type="button" className="unfold" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? text.showLess() : text.showAllLines({ count: count.toLocaleString("en") })}
        </button>
      )}
    </figure>
  );
}

const CodeLine = memo(({ line }: { line: readonly CodeToken[] }) => inPlace(line, drawToken));
CodeLine.displayName = "CodeLine";

function drawToken(token: CodeToken) {
  if (token.color === null) return token.text;
  return <span style={{ color: token.color }}>{token.text}</span>;
}

/** Colours a few lines at a time, and never a line twice. */
function useColours(code: string, language: string | null, isGrowing: boolean): Coloured | null {
  const [coloured, setColoured] = useState<Coloured | null>(null);
  const lastAt = useRef(0);
  useEffect(() => {
    if (language === null || code.length > HIGHLIGHT_MAX_CHARS) return;
    let isWanted = true;
    const sinceLast = Date.now() - lastAt.current;
    const wait = isGrowing ? Math.max(0, GROWING_INTERVAL_MS - sinceLast) : 0;
    const timer = setTimeout(async () => {
      lastAt.current = Date.now();
      const next = await highlightMore(code, language, coloured, isGrowing).catch(() => null);
      if (isWanted && next) setColoured(next);
    }, wait);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [code, language, isGrowing, coloured]);
  return coloured;
}

const EXTENSIONS: Record<string, string> = {
  bash: "sh",
  csharp: "cs",
  docker: "dockerfile",
  javascript: "js",
  kotlin: "kt",
  markdown: "md",
  mermaid: "mmd",
  python: "py",
  ruby: "rb",
  rust: "rs",
  typescript: "ts",
  yaml: "yml",
};

/** @param language as `languageOf` names it; null: plain text */
function fileNameOf(language: string | null): string {
  return `code.${language === null ? "txt" : (EXTENSIONS[language] ?? language)}`;
}

/** Offers a block of code as a file, named by its language. */
function saveCode(code: string, language: string | null): void {
  const address = URL.createObjectURL(new Blob([code], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileNameOf(language);
  link.click();
  URL.revokeObjectURL(address);
}
