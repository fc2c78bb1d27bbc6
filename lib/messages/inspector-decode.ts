/** The texts of inspector decode. */
import { plural, type Value } from "./message.ts";

export const decodeHeaders = () => "Decode headers";
export const agentStateHeadersRawLinesA = () =>
  "Agent-state headers: raw lines, a JSON object, or the value of";
export const nothingIsStoredTheSignatureIs = () =>
  "Nothing is stored. The signature is checked with this deployment’s own key.";
export const tooManyCharacters = ({ characters, most }: { characters: Value; most: Value }) =>
  `${characters} characters are more than the ${most} that can be decoded. Paste the headers of one request only.`;
export const decode = () => "Decode";
export const decoding = () => "Decoding";
export const decoded = () => "Decoded";
export const useAnExample = () => "Use an example";
export const result = () => "Result";
export const scopesAndVariablesTheSignaturesVerdict = () =>
  "Scopes and variables, the signature’s verdict and the bytes against the budget are shown here.";
export const readAsHeaderLines = () => "Read as header lines.";
export const readAsAJsonObject = () => "Read as a JSON object.";
export const readAsTheValueOfX = () => "Read as the value of x-agent-state.";
export const linesLeftOut = ({ count, lines }: { count: number; lines: Value }) =>
  plural(
    count,
    `Not headers, and left out: line ${lines}.`,
    `Not headers, and left out: lines ${lines}.`,
  );
export const linesLeftOutAndMore = ({ lines, more }: { lines: Value; more: Value }) =>
  `Not headers, and left out: lines ${lines} and ${more} more.`;
export const stateHeader = () => "x-agent-state";
export const title = () => "Decode headers";
export const tooLarge = () => "The text is too large";
export const tooLargeWhy = ({ kilobytes }: { kilobytes: Value }) =>
  `More than ${kilobytes} KB were sent; no server takes headers that large.`;
export const tooLargeRepair = () => "Paste the headers of one request only.";
