import { PortalWorld } from "./portal-world.ts";

let world: Promise<PortalWorld> | undefined;

/**
 * Gives one product and one browser for all files of the process. Both end with the process, because
 * they notice that it is gone; their folder is the run's.
 */
export function sharedWorld(): Promise<PortalWorld> {
  return (world ??= PortalWorld.open());
}
