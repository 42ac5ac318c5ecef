const MOST = 6;

/** Ids that answers have shown, so that later requests reach what exists. */
export class Pool {
  private readonly values = new Map<string, string[]>();

  add(name: string, value: string): void {
    const key = plain(name);
    const known = this.values.get(key) ?? [];
    if (known.includes(value)) return;
    this.values.set(key, [value, ...known].slice(0, MOST));
  }

  /** Collects everything that is named like an id in the answer of the operation at that path. */
  harvest(path: string, body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === "object") this.harvest(path, value);
      else if (typeof value === "string" && /(?:^id|Id|_id)$/.test(name)) {
        this.add(name === "id" ? collectionOf(path) : name, value);
      }
    }
  }

  /** Returns the values for a name: `planId` and `plan` also take those of the collection `plans`. */
  valuesFor(name: string): readonly string[] {
    const key = plain(name);
    const keys = new Set([key, plural(key), plural(key.replace(/id$/, ""))]);
    return [...keys].flatMap((one) => this.values.get(one) ?? []);
  }

  /**
   * Returns the values for a parameter of a path: for `{id}` those of its collection, and in
   * `/agents/{id}` also any agentId.
   */
  valuesInPath(path: string, name: string): readonly string[] {
    if (name !== "id") return this.valuesFor(name);
    const collection = collectionOf(path.slice(0, path.indexOf("{id}")));
    const named = this.valuesFor(`${singular(collection)}id`);
    return [...new Set([...named, ...this.valuesFor(collection)])];
  }
}

/** Returns the last segment that is no parameter. */
function collectionOf(path: string): string {
  const segments = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return segments.at(-1) ?? "";
}

function singular(name: string): string {
  return name.replace(/ies$/, "y").replace(/s$/, "");
}

function plural(name: string): string {
  return name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}
