/** Decodes one character reference by the table of HTML. */
export { decodeHTMLStrict as decodeEntity } from "entities/decode";
