/** The list of accepted requests and their limits. The first line that matches path and method applies. */
import {
  ACTION_BODY_MAX_BYTES,
  CONTESTS_PER_MINUTE,
  COPIES_PER_MINUTE,
  DECODE_BODY_MAX_BYTES,
  FORM_BODY_MAX_BYTES,
  REVIEW_BODY_MAX_BYTES,
  RUBRIC_BODY_MAX_BYTES,
  SENT_BODY_MAX_BYTES,
  SERVICE_BODY_MAX_BYTES,
  UPLOAD_BODY_MAX_BYTES,
} from "./limits.ts";

export type Incoming = {
  /**
   * `page`, `static`: Next answers. `action`: a server action; its body is read and checked before Next gets it.
   * `json`, `upload`, `download`, `service`: a route handler, which counts its own body. `stream`: the event stream of
   * a run. `frame`: a frame without an origin of its own, and its scripts. `framework`: requests of Next's own tools in development. `nothing`: 404.
   */
  gets: Gets;
  methods: readonly Method[];
  /** `:name` matches one segment of a path, `*` any rest. */
  path: string;
  /** 0: a body is refused. */
  bodyMaxBytes: number;
  /**
   * Who may send it. `anybody`; `ours`: a page of ours, see `isFromUs`; `service`: a page of ours, or a client that is
   * no browser and has a key.
   */
  from: "anybody" | "ours" | "service";
  inDevelopmentOnly?: true;
  /** A frozen copy that anyone with its link may read: no referrer leaves it, and no search engine keeps it. */
  isCopy?: true;
  /** Most requests of one client network in a minute; absent: any number. */
  perMinute?: number;
  /** Redirects to the sign-in page without a session cookie. A convenience only: every read authorises itself. */
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
  | "frame"
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

/** Inspector addresses answer every method themselves: a 405 would reveal that a handler exists. */
const writeHidden = (path: string, bodyMaxBytes: number): Incoming => ({
  ...write(path, "json", bodyMaxBytes),
  methods: CHANGE,
});

const COPY = { isCopy: true, perMinute: COPIES_PER_MINUTE } as const;

const INCOMING: readonly Incoming[] = [
  { ...read("/_next/*", "framework"), inDevelopmentOnly: true },
  { ...read("/__nextjs*", "framework"), inDevelopmentOnly: true },
  { ...write("/__nextjs*", "framework", ACTION_BODY_MAX_BYTES), inDevelopmentOnly: true },
  read("/_next/static/*", "static"),
  read("/robots.txt", "static"),
  { ...read("/_next/*", "nothing"), methods: ALL },

  { ...read("/", "page"), wantsSession: true },
  { ...read("/c/*", "page"), wantsSession: true },
  { ...read("/account", "page"), wantsSession: true },
  write("/account", "action", FORM_BODY_MAX_BYTES),
  { ...read("/settings", "page"), wantsSession: true },
  write("/settings", "action", ACTION_BODY_MAX_BYTES),
  write("/", "action", ACTION_BODY_MAX_BYTES),
  write("/c/:conversationId", "action", ACTION_BODY_MAX_BYTES),

  { ...read("/api/runs/:runId/stream", "stream"), methods: ["GET"] },
  write("/api/runs/:runId/stop", "json", 0),
  read("/api/looks", "json"),
  read("/api/looks/proof", "json"),
  { ...read("/api/looks/stream", "stream"), methods: ["GET"] },
  read("/api/conversations", "json"),
  read("/api/conversations/export", "download"),
  read("/api/conversations/:conversationId", "json"),
  read("/api/conversations/:conversationId/export", "download"),
  read("/api/conversations/:conversationId/files", "json"),
  read("/api/conversations/:conversationId/share", "json"),
  write("/api/conversations/:conversationId/presence", "json", FORM_BODY_MAX_BYTES),
  read("/api/conversations/:conversationId/messages", "json"),
  read("/api/conversations/:conversationId/find", "json"),
  read("/api/search", "json"),
  read("/api/messages/:messageId/receipt", "download"),
  read("/api/messages/:messageId/made", "json"),
  {
    ...write("/api/messages/:messageId/contest", "json", FORM_BODY_MAX_BYTES),
    perMinute: CONTESTS_PER_MINUTE,
  },
  read("/halfsilver-verify.mjs", "download"),
  read("/frames/:name", "frame"),
  read("/api/pictures", "download"),
  { ...read("/s/:token", "page"), ...COPY },
  { ...read("/s/:token/pictures/:pictureId", "download"), ...COPY },
  write("/api/attachments", "upload", UPLOAD_BODY_MAX_BYTES),
  { ...write("/api/attachments/:attachmentId", "json", 0), methods: ["DELETE"] },
  read("/api/attachments/:attachmentId/preview/text", "json"),
  write("/api/attachments/:attachmentId/preview/encoding", "json", FORM_BODY_MAX_BYTES),
  read("/api/attachments/:attachmentId/:name", "download"),
  read("/api/attachments/:attachmentId/passages/:passage", "json"),
  read("/api/account/export", "download"),
  read("/api/attachments/:attachmentId/print/:name", "download"),
  write("/api/auth/*", "json", FORM_BODY_MAX_BYTES),
  read("/api/health", "json"),
  read("/api/health/trail", "json"),
  read("/api/ready", "json"),
  read("/api/metrics", "download"),
  { ...read("/api/ums/conversations/:conversationId/runs/:runId/trace", "json"), methods: ["GET"] },
  { ...write("/api/ums/*", "service", SERVICE_BODY_MAX_BYTES), from: "service" },
  writeHidden("/api/admin/decode", DECODE_BODY_MAX_BYTES),
  writeHidden("/api/admin/erasure", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/tools", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/runs/searches", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/runs/:runId/opening", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/runs/:runId/reviews", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/runs/:runId/reveal", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/openings/:requestId", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/glass", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/findings", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/review", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/review/rules", FORM_BODY_MAX_BYTES),
  writeHidden("/api/admin/review/sent", SENT_BODY_MAX_BYTES),
  writeHidden("/api/admin/review/rubric", RUBRIC_BODY_MAX_BYTES),
  writeHidden("/api/admin/review/:runId", REVIEW_BODY_MAX_BYTES),
  writeHidden("/api/admin/review/:runId/desk", REVIEW_BODY_MAX_BYTES),
  { ...read("/api/admin/review/:runId/files/:attachmentId", "download"), methods: READ },
  writeHidden("/api/admin/*", 0),
  read("/api/admin/*", "json"),
  { ...read("/api/*", "nothing"), methods: ALL },

  read("/*", "page"),
];

export type Found = { ok: true; incoming: Incoming } | { ok: false; allow: readonly Method[] };

/** @returns the matching line; if none accepts the method, the methods that the path accepts */
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
