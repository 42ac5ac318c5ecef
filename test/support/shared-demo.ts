import { Demo } from "./demo.ts";

let demo: Promise<Demo> | undefined;

/**
 * One product with its demonstration data for all files of the process that do not restart it. It
 * ends with the process, which what holds it sees go; its folder is the run's.
 */
export function sharedDemo(): Promise<Demo> {
  return (demo ??= Demo.open());
}
