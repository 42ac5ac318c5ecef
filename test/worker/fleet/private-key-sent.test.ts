import { describe, expect, it } from "vitest";
import { toPem } from "../../../src/certificates/pem.ts";
import { aCode, anAgent, enrolWith } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";

const LABELS = ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY"];

async function aPair() {
  const key = await makeKey();
  return { request: await makeCsr(key), secret: toPem("PRIVATE KEY", key.pkcs8) };
}

describe("a private key beside a signing request", () => {
  it.each(LABELS)("400 at an enrolment, before or after the request: %s", async (label) => {
    const { code } = await aCode();
    const { request, secret } = await aPair();
    const named = secret.replaceAll("PRIVATE KEY", label);
    for (const pem of [named + request, request + named]) {
      const answer = await enrolWith(code, pem);
      expect(answer.status).toBe(400);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ error: "csr_private_key", retryable: false });
      expect(text).not.toContain(secret.slice(40, 80));
    }
    expect((await enrolWith(code, request)).status).toBe(200);
  });

  it("400 if its end is cut off, and if there is no request", async () => {
    const { code } = await aCode();
    const { request, secret } = await aPair();
    const [cut = ""] = secret.split("-----END");
    for (const pem of [request + cut, secret]) {
      const answer = await enrolWith(code, pem);
      expect(await answer.json()).toMatchObject({ statusCode: 400, error: "csr_private_key" });
    }
  });

  it("400 at a rotation; another request then succeeds", async () => {
    const agent = await anAgent();
    const { request, secret } = await aPair();
    const path = `/agents/${agent.id}/rotate-cert`;
    const answer = await agent.call("POST", path, { csr_pem: secret + request });
    expect(await answer.json()).toMatchObject({ statusCode: 400, error: "csr_private_key" });
    expect((await agent.rotate(await makeKey())).status).toBe(200);
  });

  it("is not logged", async () => {
    const { request, lines } = anApp();
    const { code } = await aCode();
    const { request: csr, secret } = await aPair();
    const answer = await request("http://rampart.test/enroll", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ enrollment_code: code, csr_pem: secret + csr }),
    });
    expect(answer.status).toBe(400);
    expect(lines).toContainEqual(expect.objectContaining({ error: "csr_private_key" }));
    expect(JSON.stringify(lines)).not.toContain(secret.slice(40, 80));
  });
});
