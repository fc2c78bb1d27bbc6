/** The parts of an Office document and what they refer to (ECMA-376, part 2: Open Packaging Conventions). */
import { posix } from "node:path";
import { openZip, ZipRefused } from "./open-zip.mjs";

/** Of the parts that are read, which are parsed as streams and not as trees. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * @param {Buffer} bytes
 * @param Parser of htmlparser2
 * @throws ZipRefused
 */
export function openPackage(bytes, Parser) {
  const zip = openZip(bytes, UNPACKED_MAX_BYTES);

  /** Calls back for each element of a part, by its name without the prefix. Returns false where there is no such part. */
  function parse(name, { open, text, close }) {
    const part = zip.read(name);
    if (part === null) return false;
    const parser = new Parser(
      {
        onopentag: (tag, attributes) => open?.(local(tag), attributes),
        ontext: (piece) => text?.(piece),
        onclosetag: (tag) => close?.(local(tag)),
      },
      { xmlMode: true, decodeEntities: true },
    );
    parser.end(decodeXml(part));
    return true;
  }

  /** What a part refers to: id to `{type, target}`. `type` is the last word of the relationship's address. */
  function relations(name) {
    const found = new Map();
    const { dir, base } = posix.parse(name);
    parse(posix.join(dir, "_rels", `${base}.rels`), {
      open(tag, { Id, Type = "", Target = "", TargetMode }) {
        if (tag !== "Relationship" || TargetMode === "External") return;
        const target = Target.startsWith("/") ? Target.slice(1) : posix.join(dir, Target);
        found.set(Id, { type: Type.split("/").at(-1), target });
      },
    });
    return found;
  }

  /** The part that the package is about. */
  function main() {
    const found = [...relations("").values()].find(({ type }) => type === "officeDocument");
    if (!found) throw new ZipRefused("damaged");
    return found.target;
  }

  return { parse, relations, main };
}

/** UTF-16 with its mark, or UTF-8: the encodings of XML that every reader knows (XML 1.0, 2.2). */
function decodeXml(part) {
  const mark = part.length > 1 ? part.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return part.toString("utf16le", 2);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(part);
  return part.toString("utf8");
}

export function local(tag) {
  return tag.slice(tag.indexOf(":") + 1);
}

/** An attribute by its name without the prefix. */
export function attribute(attributes, name) {
  const key = Object.keys(attributes).find((one) => one.includes(":") && local(one) === name);
  return key === undefined ? undefined : attributes[key];
}
