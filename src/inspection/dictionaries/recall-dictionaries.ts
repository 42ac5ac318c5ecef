import { listDictionaries, type DictionaryRow } from "../../dictionaries/store.ts";
import { failureOf } from "../../http/index.ts";
import { database, ShortMemory, type Surroundings } from "../../platform/index.ts";
import { compileDictionary, type CompiledDictionary } from "./compile-dictionary.ts";

/** A change of a dictionary takes effect everywhere within this time. */
const MEMORY_MS = 15_000;
const MAX_TENANTS = 500;
/** How many bytes of stored entries are held compiled. Compiled they take up to five times as much. */
const MAX_COMPILED_BYTES = 6 * 1024 * 1024;
/** Counted for a dictionary beside its entries. */
const LEAST_BYTES = 1_024;
/**
 * Counted for a pattern beside its text. A compiled pattern takes 14 KB; this number is smaller, so
 * that the thousand patterns that one message may be compared with fit.
 */
const PATTERN_BYTES = 6 * 1_024;
const WANTED = { enabled: true, appliesTo: "inspection" } as const;

const memory = new ShortMemory<string, readonly CompiledDictionary[]>(MEMORY_MS, MAX_TENANTS);
const compiled = new Map<string, CompiledDictionary>();
let compiledBytes = 0;

/**
 * Returns the dictionaries for inspection, the tenant's and the global ones; undefined while they
 * cannot be read.
 */
export async function recallDictionaries({
  env,
  platform,
  tenantId,
}: Surroundings & { tenantId: string }): Promise<readonly CompiledDictionary[] | undefined> {
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

/** Compiles each version of a dictionary once, because a version never changes. */
function compiledOf(row: DictionaryRow): CompiledDictionary {
  const name = `${row.id} ${row.version}`;
  const known = compiled.get(name);
  if (known !== undefined) return known;
  if (compiledBytes > MAX_COMPILED_BYTES) {
    compiled.clear();
    // The remembered lists of tenants would keep the compiled dictionaries in memory.
    memory.clear();
    compiledBytes = 0;
  }
  const patterns = row.kind === "regex" ? row.entries.length : 0;
  compiledBytes += row.bytes + LEAST_BYTES + patterns * PATTERN_BYTES;
  const made = compileDictionary(row);
  compiled.set(name, made);
  return made;
}
