import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const BREAK = "--> statement-breakpoint";

/** Every statement of every migration, in order. */
export function statementsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split(BREAK))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
