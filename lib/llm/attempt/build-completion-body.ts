/** A model request as the body of a Chat Completions call, in the form that its server takes. */
import "server-only";
import type OpenAI from "openai";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import { isRecord } from "../../contracts/read-json.ts";
import { adaptMessages } from "../adapt/adapt-messages.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import type { ModelMessage, ModelRequest } from "../model-types.ts";

export type CompletionBody =
  | OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming
  | OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

type ResponseSchema = NonNullable<ModelRequest["responseSchema"]>;

export function buildCompletionBody(
  request: ModelRequest,
  model: string,
  adaptations: readonly Adaptation[],
  parameters: ModelConnection["parameters"] = {},
  place?: string,
): CompletionBody {
  const { tools, responseSchema } = request;
  const has = (adaptation: Adaptation) => adaptations.includes(adaptation);
  const given = [...request.messages];
  if (responseSchema && (has("schema-as-json-object") || has("schema-in-prompt"))) {
    given.push(schemaMessage(responseSchema));
  }
  const messages = adaptMessages(given, tools, adaptations, request.mark, place);
  const body: CompletionBody = has("no-stream")
    ? { ...parameters, model, messages }
    : { ...parameters, model, messages, stream: true };
  if (body.stream && !has("no-usage-in-stream")) body.stream_options = { include_usage: true };
  if (tools.length > 0 && !has("no-tools") && !has("tools-as-text")) body.tools = tools;
  if (body.tools && has("no-parallel-tools")) body.parallel_tool_calls = false;
  if (!responseSchema) return body;
  if (has("schema-as-json-object")) body.response_format = { type: "json_object" };
  else if (has("schema-as-forced-tool")) forceTool(body, responseSchema);
  else if (!has("schema-in-prompt")) {
    const { name, schema } = responseSchema;
    const strict = !has("schema-not-strict") && fitsStrictMode(schema);
    body.response_format = { type: "json_schema", json_schema: { name, schema, strict } };
  }
  return body;
}

/** The role is the person's: the system message was read long before. */
function schemaMessage({ schema }: ResponseSchema): ModelMessage {
  const content = `Answer with one JSON object that fits this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return { role: "user", content };
}

function forceTool(body: CompletionBody, { name, schema }: ResponseSchema): void {
  body.tools = [{ type: "function", function: { name, parameters: schema } }];
  body.tool_choice = { type: "function", function: { name } };
}

/** Strict mode accepts only closed objects with all properties required; it refuses others with a 400. */
export function fitsStrictMode(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(fitsStrictMode);
  if (!isRecord(schema)) return true;
  if ("oneOf" in schema || "allOf" in schema) return false;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  if (schema.type === "object" || "properties" in schema) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    if (schema.additionalProperties !== false) return false;
    if (Object.keys(properties).some((name) => !required.has(name))) return false;
  }
  const definitions = isRecord(schema.$defs) ? Object.values(schema.$defs) : [];
  const inner = [schema.items, schema.anyOf, ...Object.values(properties), ...definitions];
  return inner.every(fitsStrictMode);
}
