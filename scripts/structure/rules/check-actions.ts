/** Each export of a `"use server"` file is a public endpoint, so only short async functions are allowed. */
import { isNode, lineAt, type Node, type Source, walk } from "../parse-source.ts";

const ACTION_MAX_LINES = 12;

export function isActionFile({ body }: Source): boolean {
  return body.some((node) => node.directive === "use server");
}

/**
 * An action inside a function would send what it closes over to the browser and back, under a key that is no secret.
 * @returns one line per such action
 */
export function findInlineActions({ path, body }: Source): string[] {
  const found: string[] = [];
  for (const statement of body) {
    walk(statement, (node) => {
      if (node !== statement && node.directive === "use server")
        found.push(`${path}: an action inside a function`);
    });
  }
  return found;
}

/** @returns one line per export that is not allowed */
export function findActionProblems(source: Source): string[] {
  return source.body.flatMap((node) => {
    if (node.type === "ExportDefaultDeclaration" || node.type === "ExportAllDeclaration") {
      return [`${source.path}: exports by default or wholesale`];
    }
    if (node.type !== "ExportNamedDeclaration" || node.exportKind === "type") return [];
    return judge(source, node);
  });
}

function judge(source: Source, { declaration }: Node): string[] {
  if (
    !isNode(declaration) ||
    declaration.type !== "FunctionDeclaration" ||
    declaration.async !== true
  ) {
    return [`${source.path}: exports something that is not an async function`];
  }
  const lines = lineAt(source, declaration.end) - lineAt(source, declaration.start) + 1;
  if (lines <= ACTION_MAX_LINES) return [];
  return [`${source.path}: an action of ${lines} lines`];
}
