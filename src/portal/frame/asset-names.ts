/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.77d17843e5.css",
  "portal.js": "/assets/portal/portal.ad324aba69.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
