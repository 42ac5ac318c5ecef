import { generateKeyPairSync } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepSecrets } from "../../scripts/dev/keep-secrets.ts";
import { keepServerCertificate } from "../../scripts/dev/keep-server-certificate.ts";
import type { Settings } from "../../scripts/dev/settings.ts";
import { startItself, twoPorts } from "../support/npm-start.ts";

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "rampart-broken-"));
});
afterEach(() => {
  rmSync(stateDir, { recursive: true, force: true });
});

const settings = (): Settings => ({
  root: process.cwd(),
  port: 1,
  mtlsPort: 2,
  stateDir,
  fresh: false,
});
const secretsFile = () => join(stateDir, "secrets.env");
const change = (pattern: RegExp, value: string) => {
  const kept = readFileSync(secretsFile(), "utf8");
  expect(kept).toMatch(pattern);
  writeFileSync(
    secretsFile(),
    kept.replace(pattern, () => value),
  );
};
const otherKey = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString()
    .trim();

describe("an unusable secret in the state directory", () => {
  const CASES: [name: string, pattern: RegExp, value: () => string, why: RegExp][] = [
    ["AGENT_CA_KEY", /(?<=^AGENT_CA_KEY=)'[^']*'/m, () => "nonsense", /PKCS#8 PEM key/],
    ["AGENT_CA_KEY", /(?<=^AGENT_CA_KEY=')[^']*/m, otherKey, /does not belong/],
    ["AGENT_CA_CHAIN", /(?<=^AGENT_CA_CHAIN=')[^']*/m, () => "nonsense", /PEM CA certificates/],
    ["ENCRYPTION_ROOTS", /(?<=^ENCRYPTION_ROOTS=)'.*'/m, () => "{}", /roots/],
    ["WEBHOOK_SIGNING_KEY", /(?<=^WEBHOOK_SIGNING_KEY=)'.*'/m, () => "{}", /Ed25519/],
    ["INDICATOR_HMAC_KEY", /(?<=^INDICATOR_HMAC_KEY='.{9}).*\n[^]*/m, () => "", /single quote/],
    ["a line", /^/, () => '\u0007odd="it\'s"\n', /single quote/],
  ];

  it.each(CASES)(
    "is named in one line, and no file is changed: %s, %s",
    async (name, pattern, value, why) => {
      await keepSecrets(settings());
      change(pattern, value());
      const before = readFileSync(secretsFile(), "utf8");
      const { message } = await keepSecrets(settings()).then(
        () => new Error("kept"),
        (error: Error) => error,
      );
      // The folder's own name is no pattern: TMPDIR may hold anything.
      expect(message.indexOf(`${secretsFile()} cannot be used: `)).toBe(0);
      expect(message).toMatch(new RegExp(`cannot be used: .*${name}`));
      expect(message).toMatch(why);
      expect(message).not.toContain("\n");
      expect(readFileSync(secretsFile(), "utf8")).toBe(before);
    },
  );

  it("ends npm start with one line that names it", async () => {
    await keepSecrets(settings());
    change(/(?<=^AGENT_CA_KEY=)'[^']*'/m, "nonsense");
    const started = startItself(stateDir, await twoPorts());
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^\S+ cannot be used: AGENT_CA_KEY .*--fresh.*\n$/);
  });
});

describe("the state directory after an interrupted start", () => {
  it("holds the same secrets in one whole file, and no other file", async () => {
    const first = await keepSecrets(settings());
    const again = await keepSecrets({ ...settings(), mtlsPort: 3 });
    expect(again.values).toEqual(first.values);
    expect(readFileSync(secretsFile(), "utf8")).toContain("https://localhost:3");
    expect(readdirSync(stateDir)).toEqual(["secrets.env"]);
  });

  it("holds the lines that somebody added at its end, as they were, and they count", async () => {
    await keepSecrets(settings());
    const added = `# to try a model\nMAIN_KEY="a $b"\nLOG_SUCCESS_SHARE=0.5\n`;
    appendFileSync(secretsFile(), added);
    for (const mtlsPort of [3, 4]) {
      await keepSecrets({ ...settings(), mtlsPort });
      const kept = readFileSync(secretsFile(), "utf8");
      expect(kept).toContain(`https://localhost:${mtlsPort}`);
      expect(kept.endsWith(added)).toBe(true);
      expect(parseEnv(kept)).toMatchObject({ MAIN_KEY: "a $b", LOG_SUCCESS_SHARE: "0.5" });
    }
  });

  it("holds such lines too if an editor has changed the ends of all lines", async () => {
    await keepSecrets(settings());
    const made = readFileSync(secretsFile(), "utf8").replaceAll("\n", "\r\n");
    writeFileSync(secretsFile(), `${made}MAIN_KEY=a\r\n`);
    await keepSecrets(settings());
    expect(parseEnv(readFileSync(secretsFile(), "utf8"))).toMatchObject({ MAIN_KEY: "a" });
  });

  it("is named if the secrets cannot be read", async () => {
    mkdirSync(secretsFile());
    await expect(keepSecrets(settings())).rejects.toThrow(/secrets\.env cannot be read/);
  });

  it("gets a certificate of https://localhost that fits its key", async () => {
    await keepServerCertificate(stateDir);
    writeFileSync(join(stateDir, "server-key.pem"), otherKey());
    const { key, cert } = await keepServerCertificate(stateDir);
    expect(() => createSecureContext({ key, cert })).not.toThrow();
  });
});
