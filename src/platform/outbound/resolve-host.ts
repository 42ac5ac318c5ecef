import { isPublicAddress } from "./addresses.ts";

const RESOLVER = "https://cloudflare-dns.com/dns-query";
const TIMEOUT_MS = 3_000;
const TYPES = { A: 1, AAAA: 28 };

interface DnsAnswer {
  Answer?: { type: number; data: string }[];
}

/**
 * "ok" if a name leads to public addresses only. It cannot protect by itself, because a Worker cannot
 * choose the address that it then calls; the platform reaches no private network. It is here so that
 * the caller is told clearly.
 */
export async function resolveHost(
  host: string,
  fetcher: typeof fetch,
): Promise<"ok" | "dns" | "address"> {
  try {
    const found = await Promise.all(
      Object.entries(TYPES).map(([name, type]) => ask(host, name, type, fetcher)),
    );
    const addresses = found.flat();
    if (addresses.length === 0) return "dns";
    return addresses.every(isPublicAddress) ? "ok" : "address";
  } catch {
    return "dns";
  }
}

async function ask(host: string, name: string, type: number, fetcher: typeof fetch) {
  const url = `${RESOLVER}?name=${encodeURIComponent(host)}&type=${name}`;
  const answer = await fetcher(url, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "manual",
  });
  if (!answer.ok) throw new Error(`the resolver answered ${answer.status}`);
  const { Answer = [] } = await answer.json<DnsAnswer>();
  return Answer.filter((record) => record.type === type).map(({ data }) => data);
}
