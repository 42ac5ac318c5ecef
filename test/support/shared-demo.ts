import { Demo } from "./demo.ts";

let demo: Promise<Demo> | undefined;

/**
 * Gives one product with its demonstration data to all files of the process that do not restart it. It
 * ends with the process, because it notices that the process is gone; its folder is the run's.
 */
export function sharedDemo(): Promise<Demo> {
  return (demo ??= Demo.open());
}
