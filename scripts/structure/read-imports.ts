/** Lists the imports of a file: static ones, re-exports, and `import()`. */
import { dirname, join, normalize } from "node:path/posix";
import { isNode, type Node, type Source, walk } from "./parse-source.ts";

export type Import = {
  /** As written. */
  specifier: string;
  /** Path from the root for a file of the repository; null for a package. */
  file: string | null;
  /** True when only types are imported. */
  typeOnly: boolean;
  /** True for `import()`, which does not run when the file loads. */
  lazy: boolean;
};

export function readImports(source: Source): Import[] {
  const found: Import[] = [];
  for (const statement of source.body) {
    walk(statement, (node) => {
      const specifier = readSpecifier(node);
      if (specifier === null) return;
      found.push({
        specifier,
        file: resolveFile(source.path, specifier),
        typeOnly: takesTypesOnly(node),
        lazy: node.type === "ImportExpression",
      });
    });
  }
  return found;
}

const IMPORTING = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function readSpecifier(node: Node): string | null {
  if (!IMPORTING.has(node.type)) return null;
  const value = isNode(node.source) ? node.source.value : null;
  return typeof value === "string" ? value : null;
}

function takesTypesOnly(node: Node): boolean {
  if (node.type === "TSImportType") return true;
  if (node.importKind === "type" || node.exportKind === "type") return true;
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => each.importKind === "type" || each.exportKind === "type")
  );
}

function resolveFile(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  return normalize(join(dirname(from), specifier));
}
