import { askAbout, writeText } from "../ai/write-library.ts";
import { runtimeCpu, runtimeMemory } from "../runtime-cpu.ts";
import type { Bench } from "../start-bench.ts";

/** The pieces of text in one tenant, and how long an answer may take at the 95th percentile. */
const SIZES = [
  { chunks: 1_000, most: undefined },
  { chunks: 10_000, most: 25 },
  { chunks: 100_000, most: 80 },
];
const DOCUMENT_CHARACTERS = 7_000;
const BATCH = 100;
const WARM_UP = 40;
const QUESTIONS = 300;
const STEP = 7_919;
const MEGA = 2 ** 20;

interface Receipts {
  items: { id: string; error?: string }[];
}

/**
 * Measures `ask-rag` over the whole route, as a service of the tenant asks: one question after the
 * other, each once.
 */
export async function* reportAi(bench: Bench): AsyncGenerator<string> {
  const tenantId = "library";
  await bench.ask("POST", "/admin/tenants", { tenantId, name: "Library" });
  const order = { name: "Bench", operations: ["ai:use"], tenants: [tenantId] };
  const { key } = await bench.ask<{ key: string }>("POST", "/admin/service-keys", order);
  const library = { documents: 0, chunks: 0 };
  for (const { chunks, most } of SIZES) {
    yield await grow(bench, tenantId, library, chunks);
    yield await ask(
      askAs(bench, tenantId, { "x-internal-service-key": key }),
      library.documents,
      most,
    );
    const asOperator = askAs(bench, tenantId, { authorization: `Bearer ${bench.operatorToken}` });
    yield `as an operator:${await ask(asOperator, library.documents, most)}`;
  }
}

async function grow(
  bench: Bench,
  tenantId: string,
  library: { documents: number; chunks: number },
  aim: number,
): Promise<string> {
  const before = { ...library };
  const cpu = runtimeCpu() ?? 0;
  let took = 0;
  while (library.chunks < aim) {
    const documents = Array.from({ length: BATCH }, (_, at) => {
      const { title, text } = writeText(library.documents + at, DOCUMENT_CHARACTERS);
      return { externalId: `d${library.documents + at}`, title, text, source: "bench" };
    });
    const startedAt = performance.now();
    const body = { tenantId, documents };
    const { items } = await bench.ask<Receipts>("POST", "/ai/documents:batch", body);
    took += performance.now() - startedAt;
    const [failed] = items.filter(({ error }) => error !== undefined);
    if (failed !== undefined) throw new Error(`a document was refused: ${failed.error}`);
    library.documents += BATCH;
    library.chunks += await countChunks(bench, tenantId, items[0]?.id ?? "", BATCH);
  }
  const made = library.chunks - before.chunks;
  const used = ((runtimeCpu() ?? 0) - cpu) / made;
  const memory = ((runtimeMemory() ?? 0) / MEGA).toFixed(0);
  return `about ${library.chunks} pieces in ${library.documents} documents: ${((made * 1_000) / took).toFixed(0)} pieces/s in, ${used.toFixed(0)} us CPU each; runtime ${memory} MiB`;
}

/** Counts pieces by the first document of a batch: all are equally long. */
async function countChunks(bench: Bench, tenantId: string, id: string, documents: number) {
  const path = `/ai/documents/${id}?tenantId=${tenantId}`;
  const { chunkCount } = await bench.ask<{ chunkCount: number }>("GET", path);
  return chunkCount * documents;
}

type Ask = (query: string) => Promise<{ citations: { snippet: string }[] }>;

/**
 * Asks with this credential. An operator's questions about a tenant are each written to D1; those of
 * its own services are not.
 */
function askAs(bench: Bench, tenantId: string, credential: Record<string, string>): Ask {
  const url = bench.url({ worker: "product", path: "/ai/ask-rag" });
  const headers = { ...credential, "content-type": "application/json" };
  return async (query) => {
    const body = JSON.stringify({ tenantId, query, language: "en" });
    const answer = await fetch(url, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`ask-rag: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Awaited<ReturnType<Ask>>;
  };
}

async function ask(askRag: Ask, documents: number, most: number | undefined) {
  const took: number[] = [];
  let right = 0;
  let cpu = 0;
  for (let turn = 0; turn < WARM_UP + QUESTIONS; turn += 1) {
    if (turn === WARM_UP) cpu = runtimeCpu() ?? 0;
    const number = (turn * STEP) % documents;
    const { text } = writeText(number, DOCUMENT_CHARACTERS);
    const query = askAbout(text, turn);
    const startedAt = performance.now();
    const { citations } = await askRag(query);
    if (turn < WARM_UP) continue;
    took.push(performance.now() - startedAt);
    if (citations.some(({ snippet }) => text.includes(snippet))) right += 1;
  }
  const used = ((runtimeCpu() ?? 0) - cpu) / QUESTIONS / 1_000;
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor(QUESTIONS * share)] ?? 0).toFixed(1);
  const verdict =
    most === undefined
      ? ""
      : ` of ${most} asked: ${Number(at(0.95)) <= most ? "reached" : "missed"}`;
  return `  ask-rag p50 ${at(0.5)} ms, p95 ${at(0.95)} ms${verdict}; ${used.toFixed(1)} ms CPU; ${right} of ${QUESTIONS} cite the document asked about`;
}
