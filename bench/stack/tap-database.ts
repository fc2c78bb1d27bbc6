/**
 * A proxy between the product and PostgreSQL that records each round trip. A round trip starts with a `Query` or with
 * the first message of an extended query, and ends with `ReadyForQuery`.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type RoundTrip = {
  /** The prepared statement's name, or the first words of its text. */
  statement: string;
  /** `performance.now()` of this process. */
  startedAt: number;
  durationMs: number;
};

export type DatabaseTap = {
  url: string;
  /** @returns the round trips recorded since the last call */
  take(): RoundTrip[];
  close(): void;
};

export async function tapDatabase(databaseUrl: string): Promise<DatabaseTap> {
  const target = new URL(databaseUrl);
  let trips: RoundTrip[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const record = recordTrips((trip) => trips.push(trip));
    for (const [from, to, read] of [
      [client, upstream, record.fromClient],
      [upstream, client, record.fromServer],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        to.write(chunk);
        read(chunk);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    take() {
      const taken = trips;
      trips = [];
      return taken;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function recordTrips(onTrip: (trip: RoundTrip) => void) {
  let open: { statement: string; startedAt: number } | null = null;
  const begin = (statement: string) => {
    open ??= { statement: "", startedAt: performance.now() };
    if (statement) open.statement ||= statement;
  };
  // The first message of a client, StartupMessage, has no type byte.
  const client = readMessages(false, (type, body) => {
    if (type === "Q") begin(firstWords(cString(body, 0)));
    else if (type === "P") begin(cString(body, 0) || firstWords(cString(body, 1)));
    else if (type === "B") begin(cString(body, cString(body, 0).length + 1));
    else if (type === "E" || type === "S") begin("");
  });
  const server = readMessages(true, (type) => {
    if (type !== "Z" || !open) return;
    const { statement, startedAt } = open;
    open = null;
    onTrip({ statement, startedAt, durationMs: performance.now() - startedAt });
  });
  return { fromClient: client, fromServer: server };
}

/** Splits a byte stream into messages of PostgreSQL's protocol 3: type, length (which counts itself), body. */
function readMessages(
  startsTyped: boolean,
  onMessage: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let typed = startsTyped;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = typed ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = rest.readInt32BE(head);
      if (rest.length < head + length) return;
      const type = typed ? String.fromCharCode(rest[0] ?? 0) : "";
      onMessage(type, rest.subarray(head + 4, head + length));
      rest = rest.subarray(head + length);
      typed = true;
    }
  };
}

function cString(body: Buffer, from: number): string {
  const end = body.indexOf(0, from);
  return body.toString("utf8", from, end < 0 ? undefined : end);
}

function firstWords(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(0, 60);
}
