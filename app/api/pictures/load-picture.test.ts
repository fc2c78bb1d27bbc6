/** A picture of the network: fetched where that is allowed, by its bytes and within limits, and on record. */
import type { RequestListener } from "node:http";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client.ts";
import { ensureDefaultPolicies } from "@/lib/db/policies/ensure-default-policies.ts";
import { storePolicy } from "@/lib/db/testing/store-policy.ts";
import { createPerson, provideTestDatabase } from "@/lib/db/testing/turn-fixtures.ts";
import { defaultPolicies } from "@/lib/governance/default-policies.ts";
import { resolvePublicHost } from "@/lib/tools/fetch-page/public-host.ts";
import { serveLoopback } from "@/lib/tools/fetch-page/testing/serve-loopback.ts";
import { loadPicture } from "./route.ts";

provideTestDatabase();
beforeAll(() => ensureDefaultPolicies(defaultPolicies({ DIRECTORY_BY_ROLE: false })));

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==",
  "base64",
);

/** Stands behind the end of a picture. */
const HIDDEN = "hidden behind the pixels";

/** `pictures.example` resolves to loopback in these tests. */
const resolveHost = async () => ({ address: "127.0.0.1", family: 4 as const });

async function serve(answer: RequestListener): Promise<string> {
  const { port } = new URL(await serveLoopback(answer));
  return `http://pictures.example:${port}/a.png`;
}

const gone = { code: "not-found" };

describe("a picture of the network", () => {
  it("is fetched without anything of the person, and is on record", async () => {
    const actor = await createPerson();
    let headers: NodeJS.Dict<string | string[]> = {};
    const address = await serve((request, response) => {
      headers = request.headers;
      response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=b" });
      response.end(Buffer.concat([PNG, Buffer.from(HIDDEN)]));
    });
    const { mediaType, data } = await loadPicture(actor, address, resolveHost);
    expect(mediaType).toBe("image/png");
    expect(await sharp(data).metadata()).toMatchObject({ format: "png", width: 16, height: 16 });
    expect(Buffer.from(data).toString("latin1")).not.toContain(HIDDEN);
    for (const name of ["cookie", "referer", "x-forwarded-for", "origin"])
      expect(headers).not.toHaveProperty(name);
    expect(headers["user-agent"]).toMatch(/^Halfsilver/);
    const rows = await db().auditEvent.findMany({ where: { action: "picture.fetched" } });
    const target = expect.stringMatching(/^host:[0-9a-f]{64}$/);
    expect(rows).toMatchObject([{ actorId: actor.userId, target }]);
  });

  it("is on record so that nobody can compare its host with that of a picture of their own", async () => {
    const address = await serve((_, response) => response.end(PNG));
    const [person, other] = [await createPerson(), await createPerson()];
    for (const actor of [person, person, other]) await loadPicture(actor, address, resolveHost);
    const rows = await db().auditEvent.findMany({
      where: { action: "picture.fetched", actorId: { in: [person.userId, other.userId] } },
    });
    expect(JSON.stringify(rows)).not.toContain("pictures.example");
    expect(new Set(rows.map(({ target }) => target)).size).toBe(2);
  });

  it.each<[string, RequestListener]>([
    ["a page", (_, response) => response.end("<html><body>Hello</body></html>")],
    ["a drawing that could run scripts", (_, response) => response.end("<svg onload='x()'/>")],
    ["cut off", (_, response) => response.end(PNG.subarray(0, 60))],
    ["missing", (_, response) => response.writeHead(404).end(PNG)],
    ["elsewhere", (_, response) => response.writeHead(302, { location: "http://a.example" }).end()],
    ["too large", (_, response) => response.end(Buffer.concat([PNG, Buffer.alloc(11 * 2 ** 20)]))],
  ])("is not shown where it is %s", async (_name, answer) => {
    const address = await serve(answer);
    await expect(loadPicture(await createPerson(), address, resolveHost)).rejects.toMatchObject(
      gone,
    );
  });

  it.each([
    "http://127.0.0.1:1/a.png",
    "http://[::1]/a.png",
    "http://169.254.169.254/latest",
    "file:///etc/passwd",
    "https://a:b@example.org/a.png",
    "",
  ])("is not fetched from %s", async (address) => {
    await expect(
      loadPicture(await createPerson(), address, resolvePublicHost),
    ).rejects.toMatchObject(gone);
  });

  it("does not leave where a policy of the gateway forbids its host", async () => {
    await storePolicy({
      name: "no-pictures",
      mode: "enforce",
      enabled: true,
      text: `forbid (principal == Node::"gateway", action, resource) when { context has egressDomain };`,
    });
    let isAsked = false;
    const address = await serve((_, response) => {
      isAsked = true;
      response.end(PNG);
    });
    await expect(loadPicture(await createPerson(), address, resolveHost)).rejects.toMatchObject(
      gone,
    );
    expect(isAsked).toBe(false);
  });
});
