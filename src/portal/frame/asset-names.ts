/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.eb5820b823.css",
  "portal.js": "/assets/portal/portal.5bf361b491.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
