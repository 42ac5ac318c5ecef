import { listDictionaries, type DictionaryRow } from "../../dictionaries/store.ts";
import { failureOf } from "../../http/index.ts";
import { database, ShortMemory, type Platform } from "../../platform/index.ts";
import { compileDictionary, type CompiledDictionary } from "./compile-dictionary.ts";

/** A change of a dictionary binds everywhere within this time. */
const MEMORY_MS = 15_000;
const MAX_TENANTS = 500;
/** Of their entries as they are stored; compiled they take up to five times as much. */
const MAX_COMPILED_BYTES = 6 * 1024 * 1024;
/** What an empty one takes. */
const LEAST_BYTES = 1_024;
/** For a pattern beside its text, which takes 14 KB: a thousand that one message is held against fit. */
const PATTERN_BYTES = 6 * 1_024;
const WANTED = { enabled: true, appliesTo: "inspection" } as const;

const memory = new ShortMemory<string, readonly CompiledDictionary[]>(MEMORY_MS, MAX_TENANTS);
const compiled = new Map<string, CompiledDictionary>();
let compiledBytes = 0;

interface Asking {
  env: Cloudflare.Env;
  platform: Platform;
  tenantId: string;
}

/**
 * The tenant's dictionaries and the global ones that are meant for inspection; undefined while they
 * cannot be read.
 */
export async function recallDictionaries({
  env,
  platform,
  tenantId,
}: Asking): Promise<readonly CompiledDictionary[] | undefined> {
  const load = async () => {
    const rows = await listDictionaries(database(env), [tenantId], WANTED);
    return rows.map(compiledOf);
  };
  try {
    return await memory.recall(tenantId, platform.now(), load);
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "dictionaries_failed", tenantId, reason });
    return undefined;
  }
}

/** A version never changes, so it is compiled once. */
function compiledOf(row: DictionaryRow): CompiledDictionary {
  const name = `${row.id} ${row.version}`;
  const known = compiled.get(name);
  if (known !== undefined) return known;
  if (compiledBytes > MAX_COMPILED_BYTES) {
    compiled.clear();
    // What tenants' lists still name would be held as well.
    memory.clear();
    compiledBytes = 0;
  }
  const patterns = row.kind === "regex" ? row.entries.length : 0;
  compiledBytes += row.bytes + LEAST_BYTES + patterns * PATTERN_BYTES;
  const made = compileDictionary(row);
  compiled.set(name, made);
  return made;
}
