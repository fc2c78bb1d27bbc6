/** Measures files, functions and folders. */
import { isNode, lineAt, type Node, type Source, walk } from "../parse-source.ts";

export const FILE_MAX_LINES = 400;
export const FOLDER_MAX_FILES = 15;
/** A function must have fewer lines than this. */
export const FUNCTION_LINES = 80;

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

export function findLongFile({ path, text }: Source): string[] {
  const lines = text.trimEnd().split("\n").length;
  return lines > FILE_MAX_LINES ? [`${path}: ${lines} lines`] : [];
}

/** Folders with more files than allowed, largest first. Tests count. */
export function findFullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => folder !== "" && count > FOLDER_MAX_FILES)
    .sort(([, one], [, other]) => other - one)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

export function findLongFunctions(source: Source): string[] {
  const found: string[] = [];
  for (const statement of source.body) {
    walk(statement, (node, parent) => {
      if (!FUNCTIONS.has(node.type) || isSuite(parent, node)) return;
      const first = lineAt(source, node.start);
      const lines = lineAt(source, node.end) - first + 1;
      if (lines >= FUNCTION_LINES)
        found.push(`${source.path}:${first}: a function of ${lines} lines`);
    });
  }
  return found;
}

/** Callbacks of `describe` are exempt: they contain tests, as a file does. */
function isSuite(parent: Node | null, node: Node): boolean {
  if (parent?.type !== "CallExpression" || !isNode(parent.callee)) return false;
  if (!Array.isArray(parent.arguments) || !parent.arguments.includes(node)) return false;
  const { callee } = parent;
  const name = isNode(callee.property) ? callee.property.name : callee.name;
  return name === "describe";
}
