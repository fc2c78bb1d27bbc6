/** What a connection of models.json may add to every request: headers and parameters, without what is set by the product. */
import { z } from "zod";
import { JsonValue } from "../../contracts/json/json-value.ts";
import { HEADER_VALUE_MAX_CHARS, HEADERS_MAX } from "../limits.ts";

/** Set by the product, or by the transport. The key is sent by the provider's preset. */
const OWN_HEADERS =
  /^(authorization|proxy-authorization|api-key|content-type|content-length|content-encoding|accept|accept-encoding|transfer-encoding|connection|upgrade|host|cookie|expect|te|trailer)$/;

const OWN_PARAMETERS: Readonly<Record<string, string>> = {
  model: "the connection's model sets it",
  messages: "the prompt is built by the product",
  prompt: "the prompt is built by the product",
  input: "the prompt is built by the product",
  tools: "the agents set it",
  tool_choice: "the agents set it",
  functions: "the agents set it",
  function_call: "the agents set it",
  parallel_tool_calls: '"capabilities": {"parallel-tools": false} sets it',
  response_format: '"capabilities": {"json-schema": false} sets it',
  stream: '"capabilities": {"streaming": false} sets it',
  stream_options: '"capabilities": {"usage-in-stream": false} sets it',
  n: "one answer is read",
};

/** A text, or the name of an environment variable that holds it: keys never stand in the file. */
const HeaderValue = z.union([
  z
    .string()
    .max(HEADER_VALUE_MAX_CHARS)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "no line breaks or other characters that no header has"),
  z.strictObject({
    env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable"),
  }),
]);
type HeaderValue = z.infer<typeof HeaderValue>;

export const ConnectionHeaders = z
  .record(
    z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "the name of a header"),
    HeaderValue,
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > HEADERS_MAX)
      context.addIssue({ code: "custom", message: `has more than ${HEADERS_MAX} headers` });
    for (const name of names) {
      const lower = name.toLowerCase();
      if (OWN_HEADERS.test(lower))
        context.addIssue({
          code: "custom",
          path: [name],
          message: "is set by the product. A key belongs in the variable that keyName names",
        });
      if (names.some((other) => other !== name && other.toLowerCase() === lower))
        context.addIssue({ code: "custom", path: [name], message: "stands there twice" });
    }
  });

export const ConnectionParameters = z
  .record(z.string().min(1), JsonValue)
  .superRefine((parameters, context) => {
    for (const name of Object.keys(parameters)) {
      const why = Object.hasOwn(OWN_PARAMETERS, name) ? OWN_PARAMETERS[name] : undefined;
      if (why !== undefined)
        context.addIssue({ code: "custom", path: [name], message: `cannot be set here: ${why}` });
    }
  });
export type ConnectionParameters = z.infer<typeof ConnectionParameters>;

/**
 * @param where the headers stand, for the error
 * @throws Error that names a variable which is not set
 */
export function readHeaders(
  headers: Readonly<Record<string, HeaderValue>>,
  environment: Record<string, string | undefined>,
  where: string,
): { headers: Record<string, string>; secrets: string[] } {
  const secrets: string[] = [];
  const entries = Object.entries(headers).map(([name, value]): [string, string] => {
    if (typeof value === "string") return [name.toLowerCase(), value];
    const found = environment[value.env];
    if (!found) throw new Error(`${where}.${name} names ${value.env}, which is not set`);
    if (/[\r\n\0]/.test(found))
      throw new Error(`${value.env} cannot be sent as a header: it contains a line break`);
    secrets.push(found);
    return [name.toLowerCase(), found];
  });
  return { headers: Object.fromEntries(entries), secrets };
}
