/** The arguments of a call that waits for approval, as fields that its person may change. */
import "server-only";
import { isExactNumber, parseExact } from "../../contracts/json/exact-numbers.ts";
import type { ArgumentField } from "../../contracts/public/send-message.ts";
import { isRecord } from "../../contracts/read-json.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { schemaOf } from "../../tools/to-model-tool.ts";
import type { Tool } from "../../tools/tool.ts";

/** A call that waits for approval. */
export type ChangeableCall = {
  tool: Pick<Tool, "arguments" | "keepsNumbers">;
  /** As the model wrote them. */
  arguments: string;
  /** Names of arguments that are no fields: they say whom the question is about. */
  fixed: readonly string[];
};

/** @returns null where there are no named arguments */
export function readArguments({ arguments: text }: Pick<ChangeableCall, "arguments">) {
  try {
    const parsed = parseExact(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** In the order of the call. Those that it does not have are no fields. */
export function listFields(call: ChangeableCall): ArgumentField[] {
  const { properties } = schemaOf(call.tool) as { properties?: unknown };
  return Object.entries(readArguments(call) ?? {}).flatMap(([name, value]): ArgumentField[] => {
    if (call.fixed.includes(name)) return [];
    const label = labelOf(name);
    if (isMasked(name, value)) return [{ name, label, kind: "masked", value: "", options: [] }];
    const options = optionsOf(properties, name, value);
    const kind = options.length > 0 ? "choice" : kindOf(value);
    return [{ name, label, kind, value: writtenAs(value), options }];
  });
}

/** What stands in a field. */
function writtenAs(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function kindOf(value: unknown) {
  if (typeof value === "string") return "text";
  if (typeof value === "number" || isExactNumber(value)) return "number";
  return typeof value === "boolean" ? "boolean" : "json";
}

const MARKED = /\[redacted:[a-z-]{1,24}\]/;

/** Whether something in it is hidden, or would be where it is stored. */
function isMasked(name: string, value: unknown): boolean {
  return MARKED.test(JSON.stringify(value)) || holdsSecret(name, value);
}

/** Whether a value would not be kept as it is under this name. */
export function holdsSecret(name: string, value: unknown): boolean {
  return sanitise(Object.fromEntries([[name, value]])).redactions > 0;
}

/** The words of which a schema allows one. */
function optionsOf(properties: unknown, name: string, value: unknown): string[] {
  if (typeof value !== "string" || !isRecord(properties) || !Object.hasOwn(properties, name))
    return [];
  const property = properties[name];
  const options = isRecord(property) && Array.isArray(property.enum) ? property.enum : [];
  return options.includes(value) ? options.filter((option) => typeof option === "string") : [];
}

/** `delivery_date`, `deliveryDate`: Delivery date. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "")
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
