/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.fcd59116cc.css",
  "portal.js": "/assets/portal/portal.5bf361b491.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
