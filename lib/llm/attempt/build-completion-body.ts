import "server-only";
/** A model request as the body of a streaming Chat Completions call. */
import type OpenAI from "openai";
import type { ModelRequest } from "../model-types.ts";
import { isRecord } from "./read-json.ts";

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;

export function buildCompletionBody(request: ModelRequest, defaultModel: string): Body {
  const { messages, tools, responseSchema } = request;
  const body: Body = {
    model: request.model ?? defaultModel,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  };
  if (tools.length > 0) body.tools = tools;
  if (responseSchema) {
    const { name, schema } = responseSchema;
    const strict = fitsStrictMode(schema);
    body.response_format = { type: "json_schema", json_schema: { name, schema, strict } };
  }
  return body;
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
