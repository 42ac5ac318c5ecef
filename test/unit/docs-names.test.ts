import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const BLOCK = /^```[^]*?^```/gm;
/** Settings, log events, fields, refusals, classes: one word with an underscore or a capital inside. */
const NAME = /`([A-Za-z][A-Za-z\d]*_[\w]*[A-Za-z\d]|[A-Z]{4,}|[A-Za-z]+[a-z][A-Z][A-Za-z]*)`/g;
const OPERATION = /`(GET|POST|PUT|PATCH|DELETE) (\/[^`?\s]*)/g;
const PREFIX = /^(?:\/api\/v1|\/v1)(?=\/)/;

interface Described {
  paths: Record<string, Record<string, unknown>>;
}

/** Names that others gave: Cloudflare, the engine, Hono, OpenID, other products; and an example of ours. */
const OF_OTHERS = new Set(
  `HonoRequest MINIFLARE_WORKERD_PATH ReEncrypt TenantInput certificate_id client_secret_basic
  client_secret_post enable_request_signal getBookmarkForTime includeObjectsCollectedByMajorGC
  index_name inspectorPort onNextSessionRestoreBookmark`.split(/\s+/),
);

const code = [
  ...globSync("{src,scripts,migrations,examples,test}/**/*.{ts,tsx,mjs,sql,json,css,js}"),
  "wrangler.toml",
  "package.json",
]
  .filter((file) => !file.endsWith("docs-names.test.ts"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const words = new Set(code.match(/\w+/g));

const described = globSync("public/openapi/*.json").flatMap((file) =>
  Object.entries((JSON.parse(readFileSync(file, "utf8")) as Described).paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  ),
);

/** Whether an operation is described under this address, its end, or one with ids filled in. */
function isDescribed(method: string, address: string): boolean {
  const path = address.replace(PREFIX, "");
  return described.some((one) => {
    const [of, whole = ""] = one.split(" ");
    if (of !== method) return false;
    const filled = new RegExp(`^${whole.replace(/\{\w+\}/g, "[^/]+").replace(PREFIX, "")}$`);
    return whole.endsWith(path) || filled.test(path);
  });
}

const pages = ["README.md", ...globSync("{docs,corpus,examples}/**/*.md")];

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8");

  it("names only what the sources name", () => {
    const named = Array.from(text.replace(BLOCK, "").matchAll(NAME), ([, name = ""]) => name);
    expect(named.filter((name) => !words.has(name) && !OF_OTHERS.has(name))).toEqual([]);
  });

  it("names only operations that are described", () => {
    const named = Array.from(text.matchAll(OPERATION), ([, method = "", path = ""]) => [
      method,
      path,
    ]);
    expect(named.filter(([method = "", path = ""]) => !isDescribed(method, path))).toEqual([]);
  });
});

describe("these checks", () => {
  it("find a name and an operation that are planted", () => {
    const planted = "`no_such_event`, `NOSUCHSETTING`, `noSuchField`, `plain`, `GET /no/such`";
    expect(Array.from(planted.matchAll(NAME), ([, name]) => name)).toEqual([
      "no_such_event",
      "NOSUCHSETTING",
      "noSuchField",
    ]);
    expect(isDescribed("GET", "/no/such")).toBe(false);
    expect(isDescribed("DELETE", "/ai/chat")).toBe(false);
    expect(isDescribed("POST", "/encryption/keys/acme/versions/1/destroy")).toBe(true);
  });
});
