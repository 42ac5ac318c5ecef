import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";

/** Everything that identifies this agent, in one file, so that it is there wholly or not at all. */
export interface Identity {
  agentId: string;
  keyPem: string;
  certPem: string;
  chainPem: string;
  expiresAt: string;
  /**
   * A new certificate that was not used yet. The server accepts both until the first call with this
   * one.
   */
  next?: { keyPem: string; certPem: string; chainPem: string; expiresAt: string };
}

/** What a key was sent for whose answer has not come yet: the retry must use the same key. */
export type Purpose = "enrol" | "rotate";

export class IdentityStore {
  private readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
    makeFolder(dir);
  }

  load(): Identity | undefined {
    const text = this.read("identity.json");
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as Identity;
    } catch {
      throw new Error(
        `${join(this.dir, "identity.json")} is broken: the agent enrols anew without it.`,
      );
    }
  }

  save(identity: Identity): void {
    this.write("identity.json", JSON.stringify(identity));
  }

  /** Removes the identity and its keys: the server knows those keys as the former agent's. */
  forget(): void {
    this.dropKey("enrol");
    this.dropKey("rotate");
    rmSync(join(this.dir, "identity.json"), { force: true });
  }

  keyFor(purpose: Purpose, make: () => string): string {
    const kept = this.read(`${purpose}.key`);
    // A key that already has its certificate was left behind by a crash.
    if (kept !== undefined && kept !== this.load()?.keyPem) return kept;
    const made = make();
    this.write(`${purpose}.key`, made);
    return made;
  }

  dropKey(purpose: Purpose): void {
    rmSync(join(this.dir, `${purpose}.key`), { force: true });
  }

  private read(name: string): string | undefined {
    try {
      return readFileSync(join(this.dir, name), "utf8");
    } catch (error) {
      // Any other error passes, or somebody must look at it; a new identity would hide it.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  /**
   * Writes beside the file, to the disk, and renames: a crash leaves the old file or the new one whole.
   */
  private write(name: string, text: string): void {
    const path = join(this.dir, name);
    writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
}
