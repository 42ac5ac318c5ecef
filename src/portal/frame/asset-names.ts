/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.b7c6b39a32.css",
  "portal.js": "/assets/portal/portal.695d694bb3.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
