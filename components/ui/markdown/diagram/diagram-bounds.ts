/** How large a diagram may be. Mermaid reads and lays it out recursively, maybe on the thread of the page. Pure. */

export const DIAGRAM_MAX_CHARS = 20_000;
const LINES_MAX = 600;
const LINE_MAX_CHARS = 2_000;
/** Brackets of one line, and blocks inside each other. */
const DEPTH_MAX = 20;
/** As many arrows as `maxEdges` of Mermaid lets pass; it counts them in some kinds of diagrams only. */
const EDGES_MAX = 400;

const OPENS =
  /^\s*(?:subgraph|loop|alt|opt|par|critical|break|rect|box|block|namespace)(?![\w-])|\{\s*$/;
const CLOSES = /^\s*(?:end|\})\s*$/;
const EDGE = /[-=.]{2,}/g;

/** False for a diagram that is shown as its source. */
export function fitsDrawing(source: string): boolean {
  if (source.length > DIAGRAM_MAX_CHARS) return false;
  const lines = source.split("\n");
  if (lines.length > LINES_MAX || lines.some((line) => line.length > LINE_MAX_CHARS)) return false;
  if ((source.match(EDGE)?.length ?? 0) > EDGES_MAX) return false;
  let blocks = 0;
  for (const line of lines) {
    if (CLOSES.test(line)) blocks = Math.max(0, blocks - 1);
    else if (OPENS.test(line)) blocks += 1;
    if (blocks > DEPTH_MAX || bracketDepth(line) > DEPTH_MAX) return false;
  }
  // A mind map or a tree is nested by its indentation.
  return indentDepth(lines) <= DEPTH_MAX;
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
