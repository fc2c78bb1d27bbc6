import { createServer, get, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import type { Actor } from "../../access/actor.ts";
import { kysely } from "../../db/client.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { holdStreamSlot } from "./hold-stream-slot.ts";

provideTestDatabase();

let server: Server;
let opened: (response: ServerResponse) => void = () => undefined;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.write("open");
    opened(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());
afterEach(async () => {
  server.closeAllConnections();
  await vi.waitFor(async () => {
    expect(await kysely().selectFrom("stream_slot").select("slot").execute()).toEqual([]);
  }, PATIENCE);
});

/** A response that stays open until its client disconnects. */
async function open(): Promise<{ response: ServerResponse; leave: () => void }> {
  const came = new Promise<ServerResponse>((resolve) => {
    opened = resolve;
  });
  const asked = get({ port: (server.address() as AddressInfo).port, agent: false });
  asked.on("error", () => undefined);
  return { response: await came, leave: () => asked.destroy() };
}

const hold = async (actor: Actor, max: number) => {
  const stream = await open();
  await holdStreamSlot(actor, stream.response, max);
  return stream;
};

it("allows the maximum number of streams per person, and another when one closes", async () => {
  const [one, other] = [await createPerson(), await createPerson()];
  const first = await hold(one, 2);
  await hold(one, 2);
  await expect(hold(one, 2)).rejects.toMatchObject({ code: "too-many-streams", httpStatus: 429 });
  await hold(other, 2);
  first.leave();
  await vi.waitFor(() => hold(one, 2), PATIENCE);
  await expect(hold(one, 2)).rejects.toMatchObject({ retryAfterS: 10 });
});

it("releases the slot of a reader who left before it was taken", async () => {
  const actor = await createPerson();
  const { response, leave } = await open();
  leave();
  await new Promise<void>((resolve) => response.once("close", resolve));
  await holdStreamSlot(actor, response, 1);
  await vi.waitFor(() => hold(actor, 1), PATIENCE);
});
