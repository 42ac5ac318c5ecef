import { readFileSync, statSync, writeFileSync } from "node:fs";

const HEADER = "# Serial numbers of revoked client certificates, hexadecimal, one a line.\n";
const COMMENT = /#.*$/;

/** The serial numbers in a file that people edit; it is read again whenever it has changed. */
export class RevokedSerials {
  readonly #file: string;
  #version = "";
  #serials: ReadonlySet<string> = new Set();

  constructor(file: string) {
    this.#file = file;
    if (statSync(file, { throwIfNoEntry: false }) === undefined) writeFileSync(file, HEADER);
  }

  has(serial: string): boolean {
    this.#refresh();
    return this.#serials.has(plain(serial));
  }

  #refresh(): void {
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    const version = stat === undefined ? "" : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
    if (version === this.#version) return;
    this.#version = version;
    const lines = stat === undefined ? [] : readFileSync(this.#file, "utf8").split("\n");
    this.#serials = new Set(lines.map(plain).filter((serial) => serial !== ""));
  }
}

function plain(line: string): string {
  return line
    .replace(COMMENT, "")
    .replaceAll(/[\s:]/g, "")
    .toUpperCase()
    .replace(/^0+(?=.)/, "");
}
