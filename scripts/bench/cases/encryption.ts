import type { Call, MakeCases } from "../case.ts";

const SIZES = [32, 1_024, 16_384, 65_536];
const BATCH = 100;

/** Encryption and decryption, by size, and of a hundred values at once. */
export const encryptionCases: MakeCases = async (bench) => {
  await bench.ask("POST", "/admin/tenants", { tenantId: "sealed", name: "Sealed" });
  const { key } = await bench.ask<{ key: string }>("POST", "/admin/service-keys", {
    name: "Bench",
    operations: ["encrypt", "decrypt", "provision"],
  });
  const headers = { "X-Internal-Service-Key": key, "Content-Type": "application/json" };
  const post = (path: string, body: object): Call => ({
    worker: "product",
    path,
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const now = async (call: Call) => {
    const answer = await fetch(bench.url(call), { method: "POST", headers, body: call.body ?? "" });
    if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { encrypted: string };
  };
  await now(post("/encryption/provision-key", { tenantId: "sealed" }));
  const sealing = (size: number) =>
    post("/encryption/encrypt", { tenantId: "sealed", value: "x".repeat(size) });
  const small = await now(sealing(32));
  const items = Array.from({ length: BATCH }, (_, at) => ({
    reference: String(at),
    value: "x".repeat(32),
  }));
  return [
    ...SIZES.map((size) => ({
      name: `encrypt ${size} bytes`,
      call: sealing(size),
      against: "bare route",
      ...(size === 32 ? { target: 0.55 } : {}),
    })),
    {
      name: "decrypt 32 bytes",
      call: post("/encryption/decrypt", { tenantId: "sealed", encrypted: small.encrypted }),
      against: "bare route",
      target: 0.55,
    },
    {
      name: `batch of ${BATCH}`,
      call: post("/encryption/batch", { tenantId: "sealed", operation: "encrypt", items }),
      against: "encrypt 32 bytes",
      target: 20 / BATCH,
    },
  ];
};
