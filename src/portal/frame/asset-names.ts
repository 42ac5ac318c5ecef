/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.d446aeb9b4.css",
  "portal.js": "/assets/portal/portal.4c42871a6a.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
