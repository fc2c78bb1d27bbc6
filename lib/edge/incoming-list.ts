/** The one list of what may come in, and what it gets. The first line that fits a path and a method counts. */
import {
  ACTION_BODY_MAX_BYTES,
  DECODE_BODY_MAX_BYTES,
  FORM_BODY_MAX_BYTES,
  SERVICE_BODY_MAX_BYTES,
  UPLOAD_BODY_MAX_BYTES,
} from "./limits.ts";

export type Incoming = {
  /**
   * `page`, `static`: Next answers. `action`: a server action; its body is read and checked before Next has it.
   * `json`, `upload`, `download`, `service`: a route handler, which counts its own body. `stream`: the event stream of a
   * run. `framework`: what Next asks itself while it develops. `nothing`: 404.
   */
  gets: Gets;
  methods: readonly Method[];
  /** `:name` stands for one part of a path, `*` for any rest. */
  path: string;
  /** 0: a body is refused. */
  bodyMaxBytes: number;
  /**
   * Who may send it. `anybody`; `ours`: a page of ours, see `isFromUs`; `service`: the same, or no browser at all, which
   * then has to show a key.
   */
  from: "anybody" | "ours" | "service";
  inDevelopmentOnly?: true;
  /** Without a session cookie: a redirect to the sign-in page. A courtesy: every read authorises by itself. */
  wantsSession?: true;
};

export type Gets =
  | "page"
  | "static"
  | "action"
  | "json"
  | "upload"
  | "download"
  | "service"
  | "stream"
  | "framework"
  | "nothing";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

const READ = ["GET", "HEAD"] as const;
const WRITE = ["POST"] as const;
const CHANGE = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const ALL = [...READ, ...CHANGE] as const;

const read = (path: string, gets: Gets): Incoming => ({
  gets,
  methods: READ,
  path,
  bodyMaxBytes: 0,
  from: "anybody",
});

const write = (path: string, gets: Gets, bodyMaxBytes: number): Incoming => ({
  gets,
  methods: WRITE,
  path,
  bodyMaxBytes,
  from: "ours",
});

/** An inspector address answers every method itself: a 405 would say that there is a handler. */
const writeHidden = (path: string, bodyMaxBytes: number): Incoming => ({
  ...write(path, "json", bodyMaxBytes),
  methods: CHANGE,
});

const INCOMING: readonly Incoming[] = [
  { ...read("/_next/*", "framework"), inDevelopmentOnly: true },
  { ...read("/__nextjs*", "framework"), inDevelopmentOnly: true },
  { ...write("/__nextjs*", "framework", ACTION_BODY_MAX_BYTES), inDevelopmentOnly: true },
  read("/_next/static/*", "static"),
  { ...read("/_next/*", "nothing"), methods: ALL },

  { ...read("/", "page"), wantsSession: true },
  { ...read("/c/*", "page"), wantsSession: true },
  write("/", "action", ACTION_BODY_MAX_BYTES),
  write("/c/:conversationId", "action", ACTION_BODY_MAX_BYTES),

  { ...read("/api/runs/:runId/stream", "stream"), methods: ["GET"] },
  write("/api/runs/:runId/stop", "json", 0),
  read("/api/conversations", "json"),
  read("/api/conversations/:conversationId", "json"),
  write("/api/attachments", "upload", UPLOAD_BODY_MAX_BYTES),
  read("/api/attachments/:attachmentId/:name", "download"),
  write("/api/auth/*", "json", FORM_BODY_MAX_BYTES),
  read("/api/health", "json"),
  { ...write("/api/ums/*", "service", SERVICE_BODY_MAX_BYTES), from: "service" },
  writeHidden("/api/admin/decode", DECODE_BODY_MAX_BYTES),
  writeHidden("/api/admin/*", 0),
  read("/api/admin/*", "json"),
  { ...read("/api/*", "nothing"), methods: ALL },

  read("/*", "page"),
];

export type Found = { ok: true; incoming: Incoming } | { ok: false; allow: readonly Method[] };

/** @returns where no line takes this method: the methods that the path's lines take */
export function findIncoming(method: string, pathname: string, isDevelopment: boolean): Found {
  const lines = COMPILED.filter(
    ({ incoming, pattern }) =>
      pattern.test(pathname) && (isDevelopment || !incoming.inDevelopmentOnly),
  ).map(({ incoming }) => incoming);
  const incoming = lines.find(({ methods }) => methods.some((known) => known === method));
  if (incoming) return { ok: true, incoming };
  return { ok: false, allow: [...new Set(lines.flatMap(({ methods }) => methods))] };
}

const COMPILED = INCOMING.map((incoming) => ({ incoming, pattern: toPattern(incoming.path) }));

function toPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
