/** Removes what no program reads from packages that were just installed: half of the bytes of a start. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Paths in node_modules, with what reads the rest of their package. */
const UNREAD = [
  // Whole builds for script tags; the chart tool imports modules.
  /^echarts\/dist$/,
  /^lucide-react\/dist\/cjs$/,
  // PDFs are set in Regular and Bold (lib/tools/document-print).
  /^@embedpdf\/fonts-\w+\/fonts\/\w+-(?:Black|DemiLight|Light|Medium|Thin)\.otf$/,
  // PDFs are read by unpdf, which has the library in it, and needs its tables of codes. Nothing is drawn.
  /^pdfjs-dist\/(?!(?:cmaps|package\.json|LICENSE)$)[^/]+$/,
  /^@napi-rs\/canvas(?:-[\w-]+)?\/(?!(?:package\.json|LICENSE)$)[^/]+$/,
  // The database is PostgreSQL.
  /^@prisma\/client\/runtime\/query_compiler_\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\b.*$/,
  // Of Node, its program alone.
  /^node\/node_modules\/node-[\w-]+\/(?:include|share|CHANGELOG\.md)$/,
];
const SOURCE_MAP = /\.(?:[cm]?js|css|[cm]?ts)\.map$/;

/**
 * Whether a path in node_modules is read by nobody: source maps, and what is named above.
 * @param {string} path with forward slashes
 */
export function isUnread(path) {
  return SOURCE_MAP.test(path) || UNREAD.some((pattern) => pattern.test(path));
}

/** @param {string} folder a node_modules */
export function prunePackages(folder) {
  const walk = (path) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (isUnread(inner)) rmSync(join(folder, inner), { recursive: true });
      else if (entry.isDirectory()) walk(inner);
    }
  };
  if (existsSync(folder)) walk("");
}

/** The parsed content of a JSON file; null where it is missing or broken. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
