/** Colours code with shiki, which is fetched when the first code block needs it. */
import type { GrammarState, HighlighterCore, LanguageInput, ThemedToken } from "shiki/core";

export type CodeToken = { text: string; color: string | null };

const LANGUAGES: Record<string, () => Promise<{ default: LanguageInput }>> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  r: () => import("shiki/langs/r.mjs"),
  ruby: () => import("shiki/langs/ruby.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const ALIASES: Record<string, string> = {
  "c++": "cpp",
  "c#": "csharp",
  cs: "csharp",
  dockerfile: "docker",
  golang: "go",
  js: "javascript",
  kt: "kotlin",
  md: "markdown",
  patch: "diff",
  py: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  ts: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** The language named by a fence's first word; null for one that is not highlighted. */
export function languageOf(fence: string): string | null {
  const word = fence.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "";
  const name = Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word;
  return Object.hasOwn(LANGUAGES, name) ? name : null;
}

/** Code as far as it is coloured: whole lines, without the break behind the last one. */
export type Coloured = {
  readonly code: string;
  readonly lines: readonly (readonly CodeToken[])[];
  /** In which the next line begins. */
  readonly state: GrammarState | undefined;
};

const NOTHING: Coloured = { code: "", lines: [], state: undefined };

/** Lines that are coloured in one step of a few milliseconds. Between two steps the page can do other things. */
const LINES_AT_ONCE = 30;

/** A longer line has no colours: the expressions of a grammar may look at each of its ends again and again. */
const LINE_MAX_CHARS = 1_000;
const LINE_MAX_MS = 50;

/**
 * Colours the next lines; the colours are custom properties of app/code.css.
 * @param before what is coloured already; null for nothing
 * @param isGrowing the last line is not whole yet, and is left as it is
 * @returns `before` itself where there is nothing more to colour
 */
export async function highlightMore(
  code: string,
  language: string,
  before: Coloured | null,
  isGrowing: boolean,
): Promise<Coloured> {
  const known = before && continues(code, before) ? before : NOTHING;
  const isFirst = known.lines.length === 0;
  const rest = code.slice(known.code.length + (isFirst ? 0 : 1));
  if (!isFirst && known.code.length === code.length) return known;
  const next = rest
    .split("\n")
    .slice(0, isGrowing ? -1 : undefined)
    .slice(0, LINES_AT_ONCE);
  if (next.length === 0) return known;
  const highlighter = await loadHighlighter();
  const load = LANGUAGES[language];
  if (load && !highlighter.getLoadedLanguages().includes(language)) {
    await highlighter.loadLanguage((await load()).default);
  }
  const text = next.join("\n");
  const { tokens, grammarState } = highlighter.codeToTokens(text, {
    lang: language,
    theme: "css-variables",
    tokenizeMaxLineLength: LINE_MAX_CHARS,
    tokenizeTimeLimit: LINE_MAX_MS,
    ...(known.state && { grammarState: known.state }),
  });
  return {
    code: isFirst ? text : `${known.code}\n${text}`,
    lines: [...known.lines, ...tokens.map(joinTokens)],
    state: grammarState,
  };
}

/** Not where its last line has grown since. */
function continues(code: string, { code: before }: Coloured): boolean {
  const isAtBreak = code.length === before.length || code[before.length] === "\n";
  return isAtBreak && code.startsWith(before);
}

/** Neighbours of one colour as one token, with the space between them: fewer elements. */
function joinTokens(line: readonly ThemedToken[]): CodeToken[] {
  const joined: CodeToken[] = [];
  for (const { content, color = null } of line) {
    const last = joined.at(-1);
    if (last && (last.color === color || content.trim() === "")) last.text += content;
    else joined.push({ text: content, color });
  }
  return joined;
}

let loading: Promise<HighlighterCore> | undefined;

function loadHighlighter(): Promise<HighlighterCore> {
  loading ??= createHighlighter();
  return loading;
}

async function createHighlighter(): Promise<HighlighterCore> {
  const [core, engine] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  return core.createHighlighterCore({
    themes: [core.createCssVariablesTheme({ variablePrefix: "--code-", fontStyle: false })],
    langs: [],
    engine: engine.createJavaScriptRegexEngine({ forgiving: true }),
  });
}
