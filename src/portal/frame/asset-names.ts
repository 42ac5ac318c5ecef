/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.40e2496ac9.css",
  "portal.js": "/assets/portal/portal.b6ac9bdb28.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
