/** The envelope panel, with a run of the demo model, and the decoder of pasted headers. */
import type { Page } from "@playwright/test";
import { findViolations } from "../fixtures/find-violations.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { runOfQuestion } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

/** A question that needs a tool. */
const QUESTION = "What is fibonacci(90)?";

/** The example of the wire format's documentation. */
const STATE =
  "eyJ2ZXJzaW9uIjoxLCJub2RlSWQiOiJwbGFubmVyIiwicnVuSWQiOiJydW4tMTIzIiwidmFyaWFibGVzIjp7IkFHRU5UIjp7Im9iamVjdGl2ZSI6IkZpbmQgYSBQQ1Agd2l0aGluIDEwIG1pbGVzIn19fQ";

for (const role of ["admin", "auditor"] as const) {
  test(`an ${role} sees the state that a hop received, its owners, and its changes`, async ({
    openAs,
  }) => {
    const operator = await openAs(role);
    const runId = await runOfQuestion(operator, QUESTION);
    await operator.goto(`/admin/runs/${runId}?panel=envelope`);
    const hops = operator.getByRole("listbox", { name: "Hops" });
    await expect(hops.getByRole("option", { selected: true })).toContainText("general");
    await expect(operator.getByRole("article", { name: /^Envelope of / })).toBeVisible();
    await hops.getByRole("option").filter({ hasText: "tool" }).first().click();
    await expect(operator).toHaveURL(/hop=/);
    const envelope = operator.getByRole("article", { name: /^Envelope of / });
    await expect(envelope).toContainText("version 1");
    await expect(envelope).toContainText(/of 6\.0 KB · .* within the budget/);
    const scope = envelope.getByRole("region", { name: "Scope AGENT" });
    await expect(scope).toContainText("owned by agent general");
    await expect(scope).toContainText("plan_step_id");
    const changes = envelope.getByRole("list", { name: "Changes" });
    await expect(changes.getByText("added").first()).toBeVisible();
    await expect(envelope.getByText("Unsigned", { exact: true })).toBeVisible();
    const left = envelope.getByRole("region", { name: "Left by this hop" });
    await expect(left).toContainText(/variables: .+ arrived, .+ go on/);
    await expect(left.getByRole("region", { name: "Scope TOOL" })).toContainText("result_sha256");
    const raw = envelope.getByRole("list", { name: "Raw headers" });
    await expect(raw).toContainText("x-agent-state");
    if (role === "admin") await expect(raw).toContainText(/eyJ2ZXJzaW9u/);
    else await expect(raw).toContainText("Masked");

    const hopRef = new URL(operator.url()).searchParams.get("hop") ?? "";
    const answer = await operator.request.get(`/api/admin/runs/${runId}/hops/${hopRef}`);
    const text = await answer.text();
    if (role === "admin") expect(text).toContain("eyJ2ZXJzaW9u");
    else expect(text).not.toContain("eyJ2ZXJzaW9u");
  });

  test(`an ${role} decodes pasted headers`, async ({ openAs }) => {
    const operator = await openAs(role);
    await operator.goto("/admin/decode");
    const box = operator.getByRole("textbox");
    const result = operator.getByRole("region", { name: "Result" });
    const decode = async (text: string) => {
      await box.fill(text);
      await operator.getByRole("button", { name: "Decode", exact: true }).click();
    };
    await decode(`x-node-id: planner\nx-agent-ref: run-123\nx-agent-state: ${STATE}`);
    await expect(result).toContainText("Find a PCP within 10 miles");
    await expect(result).toContainText("Read as header lines");
    await expect(result.getByText("Unsigned", { exact: true })).toBeVisible();
    const mac = `v1=${"A".repeat(43)}`;
    await decode(
      JSON.stringify({
        "x-node-id": "planner",
        "x-agent-ref": "run-123",
        "x-agent-state": STATE,
        "x-agent-state-mac": mac,
      }),
    );
    await expect(result.getByText("Forged", { exact: true })).toBeVisible();
    await decode(STATE);
    await expect(result.getByText("Not checked", { exact: true })).toBeVisible();
    await decode("x-node-id: planner\nx-agent-state: <b>%%%</b>");
    await expect(result.getByText("Malformed", { exact: true })).toBeVisible();
    await expect(result).toContainText("not base64");
    await expect(result).toContainText("<b>%%%</b>");
    const value = (state: object) => Buffer.from(JSON.stringify(state)).toString("base64url");
    const variables = {
      ORCHESTRATOR: { orchestrator_plan: { version: 2, steps: [] } },
      GATEWAY: { analytics: { version: 1, ap2: { cart_mandate: { total: 5 } } } },
    };
    await decode(value({ version: 1, nodeId: "planner", variables }));
    await expect(result).toContainText("orchestrator_plan is of version 2, which is not known");
    await expect(result).toContainText("A raw mandate or signed token");
    await expect(result.getByText("Not valid", { exact: true })).toHaveCount(2);
    await decode(value({ version: 2, nodeId: "planner" }));
    await expect(result.getByText("Unknown version 2", { exact: true })).toBeVisible();
    await decode("there is nothing here");
    await expect(result).toContainText("No header was found");
    // The page is the same for both.
    if (role === "auditor") expect(await findViolations(operator)).toEqual([]);
  });
}

test.describe("the handler", () => {
  test.use({ allowedErrors: [/404/] });

  test("decodes for operators only, from this site only, and up to a size limit", async ({
    page,
    signIn,
    openAs,
  }) => {
    const admin = await openAs("admin");
    const post = (by: Page, text: string, headers = {}) =>
      by.request.post("/api/admin/decode", {
        data: { text },
        headers: { ...FROM_PAGE, ...headers },
      });
    expect((await post(admin, STATE)).status()).toBe(200);
    expect((await post(admin, STATE, { "sec-fetch-site": "cross-site" })).status()).toBe(403);
    const large = await (await post(admin, "x".repeat(500_000))).json();
    expect(large).toMatchObject({ ok: false, what: "The text is too large" });
    await signIn("user");
    const refused = await post(page, STATE);
    expect(refused.status()).toBe(404);
    expect(await refused.text()).not.toContain("planner");
  });
});

test("the panel opens on an agent whose work was used, not on a discarded early call", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const runId = await runOfQuestion(admin, "list users and chart how many joined each month");
  await admin.goto(`/admin/runs/${runId}?panel=envelope`);
  const hops = admin.getByRole("listbox", { name: "Hops" });
  await expect(hops.getByRole("option").nth(1)).toContainText("general");
  await expect(hops.getByRole("option", { selected: true })).toContainText("users");
});
