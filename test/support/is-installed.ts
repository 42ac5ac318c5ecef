import { spawnSync } from "node:child_process";

/** Whether the machine has a program that some tests run, but that the product does not need. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}
