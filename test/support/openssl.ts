import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** RSA keys, which are slow to find: one of each size is shared by all that play the same part. */
const rsaKeys = new Map<string, string>();

/** Runs openssl in a folder of its own that is removed afterwards. */
export class Openssl implements Disposable {
  readonly dir = mkdtempSync(join(tmpdir(), "rampart-openssl-"));

  static exists(): boolean {
    try {
      execFileSync("openssl", ["version"], { stdio: "pipe" });
      return true;
    } catch {
      return false;
    }
  }

  run(...args: string[]): string {
    return execFileSync("openssl", args, { cwd: this.dir, stdio: "pipe", encoding: "utf8" });
  }

  read(name: string): string {
    return readFileSync(join(this.dir, name), "utf8");
  }

  write(name: string, text: string): string {
    writeFileSync(join(this.dir, name), text);
    return name;
  }

  /** Makes a root and an intermediate under it: `root.pem`, `ca.pem`, `ca.key`, `chain.pem`. */
  makeCa(kind: string[] = ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]): void {
    for (const name of ["root", "ca"]) this.makeKey(name, kind, name);
    const root = ["-key", "root.key", "-subj", "/CN=Test Root", "-days", "3650"];
    const usage = ["-addext", "keyUsage=critical,keyCertSign,cRLSign"];
    this.run("req", "-x509", ...root, ...usage, "-out", "root.pem");
    this.run("req", "-new", "-key", "ca.key", "-subj", "/CN=Test Agents", "-out", "ca.csr");
    this.write(
      "ca.cnf",
      "basicConstraints=critical,CA:true,pathlen:0\nsubjectKeyIdentifier=hash\nkeyUsage=critical,keyCertSign\n",
    );
    const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "365"];
    this.run("x509", "-req", "-in", "ca.csr", ...by, "-extfile", "ca.cnf", "-out", "ca.pem");
    this.write("chain.pem", this.read("ca.pem") + this.read("root.pem"));
  }

  /** Makes a key `name.key` and a request `name.csr`. */
  makeCsr(name: string, kind: string[], more: string[] = []): string {
    this.makeKey(name, kind, "leaf");
    this.run(
      "req",
      "-new",
      "-key",
      `${name}.key`,
      "-subj",
      `/CN=${name}`,
      ...more,
      "-out",
      `${name}.csr`,
    );
    return this.read(`${name}.csr`);
  }

  private makeKey(name: string, kind: string[], part: string): void {
    const file = `${name}.key`;
    const what = [part, ...kind].join(" ");
    const known = rsaKeys.get(what);
    if (known === undefined) this.run("genpkey", "-algorithm", ...kind, "-out", file);
    else this.write(file, known);
    if (kind[0] === "RSA") rsaKeys.set(what, this.read(file));
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export const KINDS: Record<string, string[]> = {
  "P-256": ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
  "P-384": ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
  "P-521": ["EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
  "RSA 2048": ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
  "RSA 3072": ["RSA", "-pkeyopt", "rsa_keygen_bits:3072"],
  "RSA 1024": ["RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
  Ed25519: ["ED25519"],
};
