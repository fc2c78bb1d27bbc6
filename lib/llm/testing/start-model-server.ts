/** A model server for the check of connections: a list of models, a key, and completions by rules. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenOnLoopback } from "../../../scripts/testing/listen-on-loopback.ts";

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

export type ModelServer = {
  /** Without a path. */
  origin: string;
  port: number;
  /** Method and path of the requests so far. */
  requests: string[];
  close(): Promise<void>;
};

type Plan = {
  models?: readonly string[];
  /** The only accepted key. */
  key?: string;
  /** Answers in place of the server's own, by method and path; null leaves the answer to the server. */
  answer?(request: IncomingMessage, body: string): Answer | null;
  /** With a certificate that nobody has signed. */
  isEncrypted?: boolean;
  /** Takes requests and never answers. */
  isSilent?: boolean;
};

const error = (status: number, message: string, code: string | null = null): Answer => ({
  status,
  body: { error: { message, type: "invalid_request_error", param: null, code } },
});

export async function startModelServer(plan: Plan): Promise<ModelServer> {
  const requests: string[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    requests.push(`${request.method} ${request.url}`);
    if (plan.isSilent) return;
    const {
      status,
      body: answer,
      headers,
    } = plan.answer?.(request, body) ?? own(plan, request, body);
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    const type = typeof answer === "string" ? "text/html" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(text);
  };
  const server: Server = plan.isEncrypted
    ? createHttpsServer(createCertificate(), listener)
    : createServer(listener);
  const { port, close } = await listenOnLoopback(server);
  return {
    origin: `${plan.isEncrypted ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    requests,
    close,
  };
}

function own({ models = [], key }: Plan, request: IncomingMessage, body: string): Answer {
  if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
    return error(401, "Incorrect API key provided.", "invalid_api_key");
  }
  if (request.url === "/v1/models") {
    return { status: 200, body: { object: "list", data: models.map((id) => ({ id })) } };
  }
  if (request.url !== "/v1/chat/completions") return { status: 404, body: { detail: "Not Found" } };
  const { model } = JSON.parse(body) as { model: string };
  if (!models.includes(model)) {
    return error(404, `The model '${model}' does not exist.`, "model_not_found");
  }
  const message = { role: "assistant", content: "OK" };
  return { status: 200, body: { choices: [{ index: 0, message, finish_reason: "stop" }] } };
}

/** Signed by itself. Node can read certificates but not make them. */
export function createCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    const given = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    execFileSync("openssl", [...given.split(" "), ...subject, "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
