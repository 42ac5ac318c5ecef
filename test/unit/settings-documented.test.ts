import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const text = (file: string) => readFileSync(file, "utf8");
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => text(join("src", file)));
/** The settings and bindings that each slice declares: name, whether it may be missing, type. */
const given = sources
  .flatMap((source) => [...source.matchAll(/^    interface Env \{\n([^]*?)^    \}/gm)])
  .flatMap(([, block = ""]) => [...block.matchAll(/^      ([A-Z_]+)(\??): (.+);$/gm)])
  .map(([, name = "", optional = "", type = ""]) => ({ name, optional: optional === "?", type }));
const config = text("wrangler.toml");
const runbook = text("docs/operations/deploying.md");
const queues = new Set([...config.matchAll(/^queue = "([^"]+)"$/gm)].map(([, queue]) => queue));

describe("the settings and bindings of the Worker", () => {
  const settings = given.filter(({ type }) => type === "string");
  const bindings = given.filter(({ type }) => type !== "string");

  it("are found in the sources", () => {
    expect(settings.length).toBeGreaterThan(20);
    expect(bindings.length).toBeGreaterThan(15);
  });

  it.each(settings)("the setting $name is in docs/operations/deploying.md", ({ name }) => {
    expect(runbook).toContain(`\`${name}\``);
  });

  it.each(bindings)(
    "the binding $name is in wrangler.toml, or is optional and in docs/operations/deploying.md",
    (one) => {
      const bound = new RegExp(`^(?:binding|name) = "${one.name}"$`, "m").test(config);
      expect(bound || (one.optional && runbook.includes(`\`${one.name}\``))).toBe(true);
    },
  );

  it.each([...queues])(
    "the queue %s is created by the commands in docs/operations/deploying.md",
    (queue) => {
      expect(runbook).toMatch(new RegExp(`^ *for queue in .*\\b${queue}(?= |;)`, "m"));
    },
  );
});
