/** Figures that stand above or below the line, as Unicode has them: otherwise 10 to the 6th reads as 106. */
const PLAIN = "0123456789+-−=()";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎";

/**
 * @param place `superscript` or `subscript`; anything else changes nothing
 * @returns the text itself where it is no figure: "1st" stays so
 */
export function raiseFigures(text, place) {
  const figures = { superscript: RAISED, subscript: LOWERED }[place];
  if (!figures || !/^[\s\d+\-−=()]*\d[\s\d+\-−=()]*$/.test(text)) return text;
  return [...text].map((one) => figures[PLAIN.indexOf(one)] ?? one).join("");
}
