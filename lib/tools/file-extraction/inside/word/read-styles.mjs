/** What the styles of a Word document decide: what is hidden, and what is in a list (ECMA-376, part 1, 17.7). */
import { at, descendants, isOn, value } from "../read-tree.mjs";

/** A style is based on another one, and that on a third: longer chains are circles. */
const CHAIN_MAX = 20;

/** @param tree of the part, or null */
export function readStyles(tree) {
  const styles = new Map();
  for (const style of tree ? descendants(tree, "style") : [])
    styles.set(value(style, "styleId"), {
      basedOn: value(at(style, "basedOn"), "val"),
      isHidden: isOn(at(style, "rPr", "vanish")),
      place: value(at(style, "rPr", "vertAlign"), "val"),
      numId: value(at(style, "pPr", "numPr", "numId"), "val"),
      level: value(at(style, "pPr", "numPr", "ilvl"), "val"),
    });

  /** The nearest style of the chain that decides this. */
  function find(id, property) {
    let style = styles.get(id);
    for (let step = 0; style && step < CHAIN_MAX; step += 1) {
      if (style[property] !== undefined) return style[property];
      style = styles.get(style.basedOn);
    }
    return undefined;
  }

  return {
    /** @param runProperties `rPr` of a run @param paragraphStyle id */
    isHidden(runProperties, paragraphStyle) {
      return (
        isOn(at(runProperties, "vanish")) ??
        find(value(at(runProperties, "rStyle"), "val"), "isHidden") ??
        find(paragraphStyle, "isHidden") ??
        false
      );
    },
    /** Above or below the line: `superscript`, `subscript`, or another word, or undefined. */
    placeOf(runProperties) {
      return (
        value(at(runProperties, "vertAlign"), "val") ??
        find(value(at(runProperties, "rStyle"), "val"), "place")
      );
    },
    /** The list of a paragraph: `{numId, level}`, of which each may be undefined. */
    listOf(paragraphProperties) {
      const style = value(at(paragraphProperties, "pStyle"), "val");
      const own = at(paragraphProperties, "numPr");
      return {
        numId: value(at(own, "numId"), "val") ?? find(style, "numId"),
        level: value(at(own, "ilvl"), "val") ?? find(style, "level"),
        style,
      };
    },
  };
}
