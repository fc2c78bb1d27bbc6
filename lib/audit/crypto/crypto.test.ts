/** What checks in a browser comes to the same verdicts as what checks in Node. */
import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as node from "./node.ts";
import * as web from "./web.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

it("hashes to the same", () => {
  fc.assert(
    fc.property(fc.array(bytes), (parts) => {
      expect(web.sha256(...parts)).toEqual(node.sha256(...parts));
    }),
  );
});

it("accepts what Node signed, and refuses it with a changed byte", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(63), (message, at) => {
      const signature = new Uint8Array(sign(null, message, privateKey));
      const changed = signature.with(at, (signature[at] ?? 0) ^ 1);
      for (const { verifyEd25519 } of [node, web]) {
        expect(verifyEd25519(key, message, signature)).toBe(true);
        expect(verifyEd25519(key, message, changed)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});
