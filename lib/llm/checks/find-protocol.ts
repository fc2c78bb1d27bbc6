/**
 * Which protocol an address speaks, where it does not answer as it is written. No key and no path of the connection is
 * sent: the answer is only read for its first bytes.
 */
import "server-only";
import { connect, type Socket } from "node:net";
import { connect as connectEncrypted } from "node:tls";
import { PROTOCOL_BYTES_MAX, PROTOCOL_TIMEOUT_MS } from "../limits.ts";

/** `null` where it speaks none of them. `h2c` is HTTP/2 without encryption, `h2` with. */
export type SpokenProtocol = "https" | "h2" | "http" | "h2c" | null;

/** The opening of HTTP/2, with empty settings (RFC 9113, section 3.4). */
const HTTP2_OPENING = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
/** The type of a frame of settings, at the fourth byte of its head. */
const SETTINGS_FRAME = 4;
const isHttp1 = (start: Buffer) => start.subarray(0, 7).toString("latin1") === "HTTP/1.";
const isHttp2 = (start: Buffer) => start[0] === 0 && start[3] === SETTINGS_FRAME;

/** Encrypted protocols are preferred. Never rejects. */
export async function findProtocol(address: string): Promise<SpokenProtocol> {
  const url = new URL(address);
  const ways = [
    { name: "https", open: () => encrypted(url, "http/1.1"), sent: headOf(url), fits: isHttp1 },
    { name: "h2", open: () => encrypted(url, "h2"), sent: HTTP2_OPENING, fits: isHttp2 },
    { name: "http", open: () => plain(url), sent: headOf(url), fits: isHttp1 },
    { name: "h2c", open: () => plain(url), sent: HTTP2_OPENING, fits: isHttp2 },
  ] as const;
  const starts = await Promise.all(ways.map(({ open, sent }) => startOfAnswer(open(), sent)));
  const fitting = ways.filter(({ fits, name }, index) => {
    const start = starts[index] ?? Buffer.alloc(0);
    return fits(start) && !isComplaint(start, name);
  });
  return fitting[0]?.name ?? null;
}

function headOf({ host }: URL): Buffer {
  return Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

/** Servers of one protocol answer to another with a complaint in it. */
function isComplaint(start: Buffer, name: string): boolean {
  const text = start.toString("latin1");
  if (name === "http")
    return /^HTTP\/1\.\d (400|426|505).*(https|ssl|tls|http\/2|h2c)/is.test(text);
  return name === "https" && /^HTTP\/1\.\d (4\d\d|505).*(\bh2\b|http\/2)/is.test(text);
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === "https:" ? 443 : 80);
}

const hostnameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

function plain(url: URL): Socket {
  return connect({ host: hostnameOf(url), port: portOf(url) });
}

/** The certificate is not checked, because nothing secret is sent. */
function encrypted(url: URL, protocol: string): Socket {
  const host = hostnameOf(url);
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
  return connectEncrypted({
    host,
    port: portOf(url),
    ALPNProtocols: [protocol],
    rejectUnauthorized: false,
    ...(servername === undefined ? {} : { servername }),
  });
}

/** What comes first; empty where nothing comes in time. */
function startOfAnswer(socket: Socket, sent: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    let start: Buffer = Buffer.alloc(0);
    const end = () => {
      socket.destroy();
      resolve(start);
    };
    socket.setTimeout(PROTOCOL_TIMEOUT_MS, end);
    socket.on("error", end);
    socket.on("close", end);
    socket.on("data", (bytes: Buffer) => {
      start = Buffer.concat([start, bytes]);
      // A server of HTTP/2 does not close the connection.
      if (isHttp2(start) || start.length >= PROTOCOL_BYTES_MAX) end();
    });
    socket.write(sent);
  });
}
