/** How large a formula and a diagram may be. KaTeX and Mermaid read and draw their parts recursively. Pure. */

const FORMULA_MAX_CHARS = 5_000;
/** Groups, environments and fences inside each other, and commands that take each other as arguments. */
const FORMULA_DEPTH_MAX = 60;
/** `\frac a \frac b \frac c …`: each is a part of the one before. */
const TAKING_MAX = 120;
/** A formula that defines commands can become as long as this, times how often it may use them. */
const DEFINING_MAX_CHARS = 500;

const DEFINES = /\\(?:[egx]?def|g?let|futurelet|(?:re)?newcommand|providecommand|newenvironment)/;
const PART = /\\(?:[a-zA-Z]+\*?|[\s\S])|[{}^_]|[^\\{}^_\s]/g;
const GROUP_OPENS = new Set([
  "{",
  "\\left",
  "\\begin",
  "\\bgroup",
  "\\begingroup",
  "\\(",
  "\\lbrace",
]);
const GROUP_CLOSES = new Set([
  "}",
  "\\right",
  "\\end",
  "\\egroup",
  "\\endgroup",
  "\\)",
  "\\rbrace",
]);

/** Takes what follows as its own part, with or without braces: the rest of its group, or the next command. */
const TAKES =
  /^\\(?:[cdt]?frac|[dt]?binom|sqrt|root|over|under|wide|overset|underset|stackrel|x\w+|color|(?:h?box|text|math|bold|op)\w*|(?:display|text|script|scriptscript)style|tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|rm|bf|it|sf|tt|cal|hat|vec|dot|ddot|bar|tilde|not|smash|[hv]?phantom|cancel|bcancel|xcancel|big\w*|Big\w*)/;

/** False for a formula that is shown as its source. */
export function fitsTypesetter(tex: string): boolean {
  if (tex.length > FORMULA_MAX_CHARS) return false;
  if (tex.length > DEFINING_MAX_CHARS && DEFINES.test(tex)) return false;
  let depth = 0;
  /** Commands and scripts that follow each other: each may be the argument of the last. */
  let chained = 0;
  /** Commands that took no group, but what follows. */
  let taking = 0;
  let wasTaking = false;
  for (const [part] of tex.matchAll(PART)) {
    if (GROUP_OPENS.has(part)) depth += 1;
    else if (GROUP_CLOSES.has(part)) depth = Math.max(0, depth - 1);
    chained = part.startsWith("\\") || part === "^" || part === "_" ? chained + 1 : 0;
    if (wasTaking && part !== "{") taking += 1;
    wasTaking = TAKES.test(part);
    if (depth + chained > FORMULA_DEPTH_MAX || taking > TAKING_MAX) return false;
  }
  return true;
}

// Diagrams. Mermaid lays them out, maybe on the thread of the page.

const DIAGRAM_MAX_CHARS = 20_000;
const LINES_MAX = 600;
const LINE_MAX_CHARS = 2_000;
/** Brackets of one line, and blocks inside each other. */
const DIAGRAM_DEPTH_MAX = 20;
/** As many arrows as `maxEdges` of Mermaid lets pass; it counts them in some kinds of diagrams only. */
const EDGES_MAX = 400;

const BLOCK_OPENS =
  /^\s*(?:subgraph|loop|alt|opt|par|critical|break|rect|box|block|namespace)(?![\w-])|\{\s*$/;
const BLOCK_CLOSES = /^\s*(?:end|\})\s*$/;
const EDGE = /[-=.]{2,}/g;

/** False for a diagram that is shown as its source. */
export function fitsDrawing(source: string): boolean {
  if (source.length > DIAGRAM_MAX_CHARS) return false;
  const lines = source.split("\n");
  if (lines.length > LINES_MAX || lines.some((line) => line.length > LINE_MAX_CHARS)) return false;
  if ((source.match(EDGE)?.length ?? 0) > EDGES_MAX) return false;
  let blocks = 0;
  for (const line of lines) {
    if (BLOCK_CLOSES.test(line)) blocks = Math.max(0, blocks - 1);
    else if (BLOCK_OPENS.test(line)) blocks += 1;
    if (blocks > DIAGRAM_DEPTH_MAX || bracketDepth(line) > DIAGRAM_DEPTH_MAX) return false;
  }
  // A mind map or a tree is nested by its indentation.
  return indentDepth(lines) <= DIAGRAM_DEPTH_MAX;
}

function bracketDepth(line: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of line) {
    if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The most lines of which each is the parent of the next by its indentation. */
function indentDepth(lines: readonly string[]): number {
  const above: number[] = [];
  let deepest = 0;
  for (const line of lines) {
    const words = line.trimStart();
    if (words === "") continue;
    const indent = line.length - words.length;
    while ((above.at(-1) ?? -1) >= indent) above.pop();
    above.push(indent);
    deepest = Math.max(deepest, above.length);
  }
  return deepest;
}
