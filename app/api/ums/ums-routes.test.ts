import { beforeAll, describe, expect, it } from "vitest";
import { POST as chat } from "./conversations/[conversationId]/chat/route.ts";
import { POST as open } from "./conversations/route.ts";

beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://127.0.0.1:1/none";
  process.env.BETTER_AUTH_SECRET = "a secret of at least thirty-two characters";
  process.env.LOG_LEVEL = "silent";
});

const request = () =>
  new Request("http://127.0.0.1/api/ums/conversations", { method: "POST", body: "{}" });

describe("the service's routes", () => {
  it("refuse a call without the key before anything else, including the database", async () => {
    const params = Promise.resolve({ conversationId: "1" });
    for (const response of [await open(request()), await chat(request(), { params })]) {
      expect(response.status).toBe(401);
      expect((await response.json()).error.code).toBe("bad-key");
    }
  });
});
