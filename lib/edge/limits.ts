/** Every limit of the edge, with its unit. */

/** From the first byte of a request, or from the connection, to the end of its headers. */
const HEADERS_TIMEOUT_MS = 10_000;
/** For a whole request with its body: 10 MB arrive in this time at 1.4 Mbit/s. An answer may take as long as it likes. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How often the two above are looked at. */
const TIMEOUT_CHECK_MS = 1_000;
/** Longer than the idle timeout of usual proxies (60 s), so that the proxy is the one who closes. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** So much more of a refused body is still taken, and for so long; then its connection is closed. */
export const LINGER_MAX_BYTES = 1024 * 1024;
export const LINGER_MS = 1_000;
export const LINGER_LOOK_MS = 20;

export const UPLOAD_FILE_MAX_BYTES = 10 * 1024 * 1024;
/** The file, and the multipart envelope around it. */
export const UPLOAD_BODY_MAX_BYTES = UPLOAD_FILE_MAX_BYTES + 64 * 1024;
/** A message of 32,000 characters, each an escape of six bytes, and what goes with it. */
export const ACTION_BODY_MAX_BYTES = 256 * 1024;
/** A form with an e-mail address, a name and a password. */
export const FORM_BODY_MAX_BYTES = 8 * 1024;
export const SERVICE_BODY_MAX_BYTES = 256 * 1024;
/** More than the decode page takes: its route says in words what is too much. */
export const DECODE_BODY_MAX_BYTES = 1024 * 1024;

/** Nobody nests the arguments of an action deeper. */
export const ACTION_DEPTH_MAX = 8;

export const FILE_NAME_MAX_BYTES = 255;

/** What `http.createServer` is given. */
export const SERVER_OPTIONS = {
  // The edge refuses a request without `Host` itself, with its own headers.
  requireHostHeader: false,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
} as const;
