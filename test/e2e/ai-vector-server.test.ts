import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCa } from "../support/make-csr.ts";
import { Product } from "../support/run-product.ts";
import {
  DIMENSIONS,
  EMBED_KEY,
  EMBED_MODEL,
  meaningOf,
  VECTOR_KEY,
  type Stored,
} from "../support/vector-peer.ts";

const FACT = "The physician mended a defective automobile.";
const QUERY = "doctor repair broken car";
const START_MS = 60_000;

interface Seen {
  vectors: Stored[];
  asked: string[];
  refused: string[];
}

describe("an embedding model and a Vectorize index on loopback", () => {
  let child: ChildProcess;
  let url = "";
  let product: Product;
  const folder = mkdtempSync(join(tmpdir(), "rampart-vectors-"));

  beforeAll(async () => {
    child = spawn(process.execPath, ["test/support/vector-process.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
    url = `http://127.0.0.1:${Number(line.toString())}`;
    const { keyPem, chainPem } = await makeCa();
    product = new Product(
      { caKey: keyPem.replaceAll("\n", "\\n"), caChain: chainPem.replaceAll("\n", "\\n") },
      settingsFor(url),
    );
    await product.start();
  });

  afterAll(async () => {
    child.kill("SIGKILL");
    await product[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const seen = async () => (await (await fetch(`${url}/seen`)).json()) as Seen;
  const searchFor = (query: string) =>
    product.ask<{ documents: { documentId: string }[]; retrieval: { mode: string } }>(
      "POST",
      "/ai/context/search",
      { tenantId: "e2e", query },
    );

  it("stores the pieces of a tenant with vectors on, finds by them, and deletes them with the document", async () => {
    await product.ask("PATCH", "/ai/settings", { tenantId: "e2e", vectors: true });
    const body = { tenantId: "e2e", title: "Note", source: "wiki", text: FACT };
    const { id } = await product.ask<{ id: string }>("POST", "/ai/documents", body);
    const near = (one: Stored) => one.values[0] === 1 && one.values[1] === 1;
    const stored = () => seen().then(({ vectors }) => vectors.filter(near).length);
    await expect.poll(stored, { timeout: START_MS }).toBe(1);
    const found = await searchFor(QUERY);
    expect(found.documents[0]?.documentId).toBe(id);
    expect(["hybrid", "vector"]).toContain(found.retrieval.mode);
    await fetch(`${product.url}/ai/documents/${id}?tenantId=e2e`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${product.operatorToken}` },
    });
    await expect.poll(stored, { timeout: START_MS }).toBe(0);
    expect((await seen()).refused).toEqual([]);
  });

  it("answers the vectorize commands of wrangler", async () => {
    const wrangler = async (...args: string[]) =>
      promisify(execFile)("node_modules/.bin/wrangler", ["vectorize", ...args], {
        cwd: process.cwd(),
        env: {
          ...process.env,
          CI: "1",
          WRANGLER_SEND_METRICS: "false",
          CLOUDFLARE_API_BASE_URL: `${url}/client/v4`,
          CLOUDFLARE_API_TOKEN: VECTOR_KEY,
          CLOUDFLARE_ACCOUNT_ID: "acc-1",
        },
      });
    const values = meaningOf("network");
    const file = join(folder, "vectors.ndjson");
    writeFileSync(file, `${JSON.stringify({ id: "theirs", namespace: "cli", values })}\n`);
    await wrangler("upsert", "rampart", "--file", file);
    expect((await seen()).vectors).toContainEqual({ id: "theirs", namespace: "cli", values });
    const vector = ["--vector", ...values.map(String)];
    const { stdout } = await wrangler("query", "rampart", ...vector, "--namespace", "cli");
    expect(stdout).toContain("theirs");
    await wrangler("delete-vectors", "rampart", "--ids", "theirs");
    expect((await seen()).vectors.map(({ id }) => id)).not.toContain("theirs");
    expect((await seen()).refused).toEqual([]);
  });
});

function settingsFor(url: string): Record<string, string> {
  const providers = [
    {
      kind: "openai-compatible",
      name: "loopback",
      baseUrl: `${url}/v1`,
      keySecret: "EMBED_KEY",
      models: ["none"],
    },
    {
      kind: "vectorize",
      embedding: { provider: "loopback", model: EMBED_MODEL, dimensions: DIMENSIONS },
      rest: {
        baseUrl: `${url}/client/v4`,
        accountId: "acc-1",
        index: "rampart",
        keySecret: "VECTOR_KEY",
      },
    },
  ];
  return { AI_PROVIDERS: JSON.stringify(providers), EMBED_KEY, VECTOR_KEY };
}
