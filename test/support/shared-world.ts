import { PortalWorld } from "./portal-world.ts";

let world: Promise<PortalWorld> | undefined;

/**
 * One product and one browser for all files of the process. They end with it: the browser and what
 * holds the product see it go, and their folder is the run's.
 */
export function sharedWorld(): Promise<PortalWorld> {
  return (world ??= PortalWorld.open());
}
