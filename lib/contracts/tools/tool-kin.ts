/**
 * How the name of a tool is related to those of others: a tool may come back under another name or server, or take a name
 * that is read as another one. Pure.
 */
import * as z from "zod/mini";
import { inLatin } from "./look-alikes.ts";

export const ToolKinKind = z.enum([
  /** A tool of this server that is gone had the same description under another name. */
  "renamed",
  /** A tool that another server no longer lists had the same name and description. */
  "moved",
  /** A tool of the application has this name. */
  "shadowed",
  /** Another name differs from this one by case, signs, or letters that look alike. */
  "look-alike",
  /** Another server has a tool of this name. */
  "same-name",
]);
export type ToolKinKind = z.infer<typeof ToolKinKind>;

/** `of`: the other tool, as the model is offered it. */
export const ToolKin = z.strictObject({ kind: ToolKinKind, of: z.string() });
export type ToolKin = z.infer<typeof ToolKin>;

export type NamedTool = {
  /** As the model is offered it. */
  name: string;
  /** Null: the application itself. */
  server: string | null;
  /** The server's own name of it. */
  tool: string;
  /** As `bodyOf` gives it; null where it is not known. */
  body: string | null;
  /** Whether its server lists it now. */
  isListed: boolean;
};

/** With such kin, a tool that is seen for the first time waits for an operator. */
export function mustWait(kin: readonly ToolKin[]): boolean {
  return kin.some(({ kind }) => kind !== "same-name");
}

export function findKin(tool: NamedTool, others: readonly NamedTool[]): ToolKin[] {
  return others.flatMap((other) => {
    const isItself = other.name === tool.name && other.server === tool.server;
    const kind = isItself ? null : kinOf(tool, other);
    return kind ? [{ kind, of: other.name }] : [];
  });
}

function kinOf(tool: NamedTool, other: NamedTool): ToolKinKind | null {
  const isSameName = tool.tool === other.tool;
  if (other.server === null && (isSameName || tool.name === other.name)) return "shadowed";
  const cameBack = !other.isListed && tool.body !== null && tool.body === other.body;
  if (cameBack && other.server === tool.server) return "renamed";
  if (isSameName) return cameBack ? "moved" : "same-name";
  return skeletonOf(tool.tool) === skeletonOf(other.tool) ? "look-alike" : null;
}

/**
 * Names with the same skeleton are read as one (after UTS #39): compatibility forms, case, signs between words, and
 * characters that look alike are made equal, and what is not seen is left out.
 */
export function skeletonOf(name: string): string {
  const letters = inLatin(name.normalize("NFKC"))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}|]/gu, "");
  return letters
    .replaceAll("0", "o")
    .replace(/[1i|]/g, "l")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}
