import { expect, it } from "vitest";
import { createTurnstile, type Leave } from "./create-turnstile.ts";

const never = new AbortController().signal;

function leaveOf(entered: Leave | "aborted"): Leave {
  if (entered === "aborted") throw new Error("was not let in");
  return entered;
}

it("lets in as many as it has places, then in order of arrival", async () => {
  const turnstile = createTurnstile(2);
  const order: number[] = [];
  const first = leaveOf(await turnstile.enter(never));
  await turnstile.enter(never);
  const third = turnstile.enter(never).then((leave) => {
    order.push(3);
    return leave;
  });
  const fourth = turnstile.enter(never).then(() => order.push(4));
  first();
  first();
  leaveOf(await third)();
  await fourth;
  expect(order).toEqual([3, 4]);
});

it("lets those who lose patience go, and keeps their place for the next", async () => {
  const turnstile = createTurnstile(1);
  const leave = leaveOf(await turnstile.enter(never));
  const impatient = new AbortController();
  const second = turnstile.enter(impatient.signal);
  const third = turnstile.enter(never);
  impatient.abort();
  expect(await second).toBe("aborted");
  leave();
  expect(await third).toBeTypeOf("function");
  expect(await turnstile.enter(AbortSignal.abort())).toBe("aborted");
});
