/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.d345b9dd16.css",
  "portal.js": "/assets/portal/portal.66702b9445.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
