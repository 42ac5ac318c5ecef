import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const BASE = ["http", "platform", "access", "tenants"];

/** What each folder of src may import, and only through its door. */
const MAY_IMPORT: Record<string, string[]> = {
  http: [],
  platform: ["http"],
  access: ["http", "platform"],
  tenants: ["http", "platform", "access"],
  certificates: BASE,
  encryption: BASE,
  events: BASE,
  dictionaries: BASE,
  intel: BASE,
  webhooks: [...BASE, "encryption"],
  fleet: [...BASE, "certificates", "events", "dictionaries"],
  ai: [...BASE, "fleet", "encryption"],
  inspection: [...BASE, "intel", "webhooks", "ai", "dictionaries"],
  portal: [
    ...BASE,
    "certificates",
    "encryption",
    "events",
    "dictionaries",
    "intel",
    "webhooks",
    "fleet",
    "ai",
    "inspection",
  ],
};

/** Doors that others import past: what is behind them is loaded at the start anyway, or is one thing. */
const LOADED_WHOLE = ["src/http/index.ts", "src/http/contract/index.ts", "src/platform/index.ts"];

const IMPORT =
  /(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|[^"';{}]*?)\s*from\s+"([^"]+)"|import\s*\(?\s*"([^"]+)"/g;

interface Import {
  /** As the other file calls them; empty if the file is imported whole. */
  names: string[];
  target: string;
}

function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].flatMap(([, names = "", from, late]) => {
    const specifier = from ?? late ?? "";
    if (!specifier.startsWith(".")) return [];
    return [{ names: namesIn(names), target: normalize(join(dirname(file), specifier)) }];
  });
}

function namesIn(list: string): string[] {
  const bare = list.split(",").map((name) => name.trim().replace(/^type /, ""));
  return bare.map((name) => name.split(" as ")[0] ?? "").filter((name) => name !== "");
}

/** What the doors export, as `file name`. */
function opened(doors: readonly string[]): Set<string> {
  const all = doors.flatMap((door) => importsOf(door, readFileSync(door, "utf8")));
  return new Set(all.flatMap(({ names, target }) => names.map((name) => `${target} ${name}`)));
}

/** The rules that one file breaks, each as a sentence. */
export function violations(file: string, source: string, open: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const from = folderOf(file);
  for (const { names, target } of importsOf(file, source)) {
    const to = folderOf(target);
    if (to === from) continue;
    if (from === "") continue;
    if (to === "")
      found.push(`${file} imports ${target}: no folder may import the files at the top of src`);
    else if (MAY_IMPORT[from]?.includes(to) !== true)
      found.push(`${file} imports ${target}: ${from} may not import ${to}`);
    else if (LOADED_WHOLE.includes(target)) continue;
    else if (names.length === 0 || names.some((name) => !open.has(`${target} ${name}`)))
      found.push(`${file} imports ${target}: the door src/${to}/index.ts does not export that`);
  }
  return found;
}

function folderOf(file: string): string {
  const [, folder, ...rest] = file.split("/");
  return rest.length === 0 ? "" : (folder ?? "");
}

const STATIC = /^(?:import|export)\s(?!type\s)([^;"']*?)from\s+"([^"]+)"/gm;

/** What a file's own start makes start: neither types nor what it imports later. */
function startedBy(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(STATIC)].flatMap(
    ([, names = "", specifier = ""]) => {
      const list = /^\{([^}]*)\}\s*$/.exec(names)?.[1];
      const types = list?.split(",").every((name) => /^\s*(?:type\s|$)/.test(name)) === true;
      if (types) return [];
      return specifier.startsWith(".") ? [normalize(join(dirname(file), specifier))] : [specifier];
    },
  );
}

function reachedFrom(entry: string): Set<string> {
  const reached = new Set<string>();
  const reach = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    if (file.startsWith("src/")) for (const next of startedBy(file)) reach(next);
  };
  reach(entry);
  return reached;
}

describe("architecture", () => {
  const files = globSync("src/**/*.{ts,tsx}");
  const doors = globSync("src/*/index.ts");
  const open = opened(doors);

  it("every import goes to a lower folder, through its door", () => {
    const all = files.flatMap((file) => violations(file, readFileSync(file, "utf8"), open));
    expect(all).toEqual([]);
  });

  it("a door exports only names that another folder imports", () => {
    const outside = [...files, ...globSync("{test,scripts}/**/*.ts")];
    const asked = new Set(
      outside.flatMap((file) =>
        importsOf(file, readFileSync(file, "utf8"))
          .filter(({ target }) => file !== `src/${folderOf(target)}/index.ts`)
          .filter(({ target }) => !file.startsWith("src/") || folderOf(file) !== folderOf(target))
          .flatMap(({ names, target }) => names.map((name) => `${target} ${name}`)),
      ),
    );
    const unasked = doors.flatMap((door) =>
      importsOf(door, readFileSync(door, "utf8")).flatMap(({ names, target }) =>
        names
          .filter((name) => !asked.has(`${target} ${name}`) && !asked.has(`${door} ${name}`))
          .map((name) => `${target} ${name}`),
      ),
    );
    expect(unasked).toEqual([]);
  });

  it("the modules loaded at the Worker's start build no schema and register no slice's routes", () => {
    const started = reachedFrom("src/index.ts");
    expect(started).toContain("src/tenants/gate/gate-object.ts");
    const late =
      /^(?:zod|jose|@hono\/zod-validator|@levischuck\/tiny-cbor)$|(?:schemas\.ts|suffixes\/rules\.txt)$/;
    expect([...started].filter((file) => late.test(file))).toEqual([]);
    const routes = [...started].filter((file) => /routes\.tsx?$/.test(file));
    expect(routes.toSorted()).toEqual(["src/http/late-routes.ts", "src/portal/routes.ts"]);
  });

  it.each([
    ["src/inspection/routes.ts", "src/inspection/inspect.ts"],
    ["src/portal/try/antispam-routes.tsx", "src/inspection/inspect.ts"],
    ["src/portal/try/routes.tsx", "src/intel/answer-question.ts"],
    ["src/portal/session/oidc-routes.tsx", "src/access/oidc/verify-jwt.ts"],
    ["src/intel/lookup-routes.ts", "src/tenants/schemas.ts"],
    ["src/portal/actions/routes.tsx", "src/ai/actions/schemas.ts"],
    ["src/portal/documents/routes.tsx", "src/ai/documents/schemas.ts"],
    ["src/portal/inspections/routes.tsx", "src/inspection/record-schemas.ts"],
    ["src/portal/keys/routes.tsx", "src/tenants/api-keys/schemas.ts"],
    ["src/portal/keys/issue-routes.tsx", "src/tenants/api-keys/schemas.ts"],
  ])("a first request for %s does not load %s", (routes, engine) => {
    expect(files).toContain(engine);
    expect(reachedFrom(routes)).not.toContain(engine);
  });

  it("no module of the Worker loads the operations and answers of the API description", () => {
    const described = /(?:operations|answers)\.ts$/;
    const values = /^(?:import|export)\s(?!type\s)[^;]*?from\s+"[^"]*(?:operations|answers)\.ts"/m;
    const others = files.filter((file) => !described.test(file) && !doors.includes(file));
    expect(others.length).toBeLessThan(files.length - 50);
    expect(others.filter((file) => values.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it("only call.ts replaces a request, so that its call has the new headers too", () => {
    const replaces = /\breq\.raw\s*=[^=]|\.headers\s*=[^=]/;
    const found = files.filter((file) => replaces.test(readFileSync(file, "utf8")));
    expect(found).toEqual(["src/http/call.ts"]);
  });

  it("no file imports a module of Node.js, which would be loaded at the Worker's start", () => {
    const values = /^import\s(?!type\s)[^;]*?from\s+"node:/m;
    expect(files.filter((file) => values.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it("every folder of src is in the table of allowed imports", () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== ""));
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  it("zod is imported as a namespace, which the bundler can trim, never as { z }", () => {
    const named = /import\s+(?:type\s+)?\{[^}]*\bz\b[^}]*\}\s+from\s+"zod"/;
    expect(files.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    ["an import of a higher folder", "src/http/x.ts", `import { a } from "../tenants/index.ts";`],
    ["an import past a door", "src/fleet/x.ts", `import { a } from "../tenants/store.ts";`],
    ["an import of a file at the top of src", "src/fleet/x.ts", `import { a } from "../app.ts";`],
    ["a dynamic import of a higher folder", "src/http/x.ts", `await import("../fleet/index.ts")`],
    ["a re-export of a higher folder", "src/http/x.ts", `export * from "../fleet/index.ts"`],
  ])("the check reports %s", (_name, file, source) => {
    expect(violations(file, source, open)).toHaveLength(1);
  });
});
